import type { Database } from '../../db/database.ts'
import { stepOf } from '../../db/step-of.ts'
import { contentOf } from '../form-run/index.ts'
import { contactNowText } from '../ledger/index.ts'
import type { Save, SaveOutcome, WriteOutcome } from './save.ts'

const ofThisRun = 'org_id = $org and form_run_guid = $run'
/** The learner is where they were seen last: another process may have moved them since. */
const isThere = 'coalesce(part_id = $seenIn, 1)'
const isRepeated = `exists (select 1 from answer_event where ${ofThisRun} and request_id = $request)`
/** Milliseconds, later than any moment. */
const never = '9e15'

/**
 * What a save comes to, with all that says so looked up once. `late`: milliseconds by which it came after the end of its part, or of all
 * the time, or into a pause; 0 if there is none. One that was typed before the last pause was over, or in it, is as late as can be:
 * the ledger has to say which. `bar`: why the window of its part lets it not count, as `barOf` of `packages/exam` says; null if it does.
 */
const judged = `select history_count + 1 as number, history_link, seq,
    max(0, $received - min(coalesce(run.ends_at, ${never}), coalesce(part.ends_at, ${never}),
      case when $typed < held_until then 0 when $received < held_until then paused_at else ${never} end)) as late,
    case when seq > part.last_sequence then 'closed' when $received < part.opens_at then 'reading' end as bar,
    coalesce(answer.sequence >= seq, 0) as is_outdone
  from (select history_count, history_link, ends_at, paused_at, held_until, coalesce($sequence, last_sequence + 1) as seq
      from form_run where ${ofThisRun} and completed_at is null and ${isThere}) as run
    left join form_run_part as part on $part <> '' and part.org_id = $org and part.form_run_guid = $run and part.part_id = $part
    left join answer on answer.org_id = $org and answer.form_run_guid = $run and answer.question_id = $question`

/** As `nextLink` makes it; null after null. A number that is given comes as one with a decimal point. */
const link = `substr(history_link, -64) || sha256(substr(history_link, -64) || char(10) || number || char(10)
  || cast(seq as integer) || ' ' || $content)`

const write = `insert into answer_event (org_id, form_run_guid, request_id, question_id, sequence, writer_id, answer, workings,
    bookmarked, client_time, received_at, outcome, late_ms, number, link)
  select $org, $run, $request, $question, seq, $writer, $answer, $workings, $bookmarked, $clientTime, $received,
    coalesce(bar, case when is_outdone then 'older' else 'applied' end), nullif(late, 0), number, ${link}
  from (${judged}) where bar is not null or late <= $grace on conflict (org_id, form_run_guid, request_id) do nothing`

/** `changes()` are those of `write`: a request that was there before moves nothing. */
const move = `update form_run set
    page = case when $sequence <= last_sequence then page else $page end,
    last_sequence = max(last_sequence, coalesce($sequence, last_sequence + 1)),
    saves = saves + 1,
    history_count = history_count + changes(),
    history_link = case when changes() = 0 then history_link
      else (select link from answer_event where ${ofThisRun} and request_id = $request) end,
    time_remaining_ms = case when time_remaining_ms is null then null else min(time_remaining_ms, $remaining) end,
    elapsed_ms = max(elapsed_ms, $elapsed),
    clock_difference_ms = $elapsed - ($received - started_at),
    beyond_ms = max(beyond_ms, case when ends_at is null then 0 else $remaining - max(ends_at - $received, 0) end),
    ${contactNowText('coalesce($heard, heard_at)')}
  where ${ofThisRun} and completed_at is null and ${isThere} and (changes() > 0 or not ${isRepeated})`

/** `changes()` are those of `move`: of a request that was there before nothing is counted. */
const tell = `select sequence, case when changes() > 0 then (select saves from form_run where ${ofThisRun}) end as saves, case when question_id = $question and answer = $answer and workings = $workings
    and sequence = coalesce($sequence, sequence) then outcome else 'mismatched' end as outcome
  from answer_event where ${ofThisRun} and request_id = $request`

/** `changes()` are those of `move` still; what is written with `applied` is newer than what stands. */
const place = `insert into answer (org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, saved_at)
  select org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, received_at
  from answer_event where changes() > 0 and ${ofThisRun} and request_id = $request and outcome = 'applied'
  on conflict (org_id, form_run_guid, question_id) do update set
    sequence = excluded.sequence, writer_id = excluded.writer_id, answer = excluded.answer, workings = excluded.workings,
    bookmarked = excluded.bookmarked, saved_at = excluded.saved_at`

const parametersOf = (
  { event, partId, seenIn, page, timeRemainingMs, elapsedMs, typedMs, heardMs }: Save,
  graceMs: number,
) => ({
  ...{ org: event.org_id, run: event.form_run_guid, request: event.request_id, question: event.question_id },
  ...{ sequence: event.sequence, writer: event.writer_id, answer: event.answer, workings: event.workings },
  ...{ bookmarked: event.bookmarked, clientTime: event.client_time, received: event.received_at },
  ...{ part: partId, seenIn: seenIn ?? null, grace: graceMs, page, remaining: timeRemainingMs, elapsed: elapsedMs },
  typed: typedMs ?? null,
  heard: heardMs,
  content: contentOf(event),
})
type Name = keyof ReturnType<typeof parametersOf>

const names: readonly Name[] = [
  ...(['org', 'run', 'request', 'question', 'sequence', 'writer', 'answer', 'workings', 'bookmarked', 'clientTime'] as const),
  ...(['received', 'part', 'seenIn', 'grace', 'page', 'remaining', 'elapsed', 'typed', 'heard', 'content'] as const),
]
const steps = [write, move, tell, place].map((sql) => stepOf(sql, names))

/**
 * Writes saves into SQLite in one transaction and answers what happened to each, in their order. For each save:
 * 1. it goes into the history with its outcome, linked to the one before it, and numbered, if nobody did;
 * 2. its form run is moved on, if it is still open;
 * 3. the answer is put in place, where the window of its part lets it, guarded by the sequence: an older one never replaces a newer.
 * A request that is there already is answered as it was the first time and changes nothing; one with other content is mismatched. Of
 * a form run that is completed, or whose time was over for longer than the grace, no answer and no history is written, nor where the
 * learner is in another part than was known.
 */
export const writeSaves = async (database: Database, saves: readonly Save[], graceMs: number): Promise<WriteOutcome[]> => {
  if (!database.transact) throw new Error('These statements are for SQLite.')
  const outcome = await database.transact(
    steps,
    saves.map((save) => {
      const parameters = parametersOf(save, graceMs)
      return names.map((name) => parameters[name])
    }),
  )
  // What `tell` selects.
  return (outcome as ([] | [SaveOutcome])[]).map(([row]) => row ?? 'undecided')
}
