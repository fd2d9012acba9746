import type { Database } from '../db/database.ts'
import type { Save, SaveOutcome } from './save-queue.ts'

const ofThisRun = 'org_id = $org and form_run_guid = $run'
const isOpen = `exists (select 1 from form_run where ${ofThisRun} and completed_at is null)`
const isRepeated = `exists (select 1 from answer_event where ${ofThisRun} and request_id = $request)`

/** Milliseconds by which the save came after the end of its part, or of all the time; 0 where neither has one. */
const late = `coalesce(max(0, $received - (select min(ends_at) from (
  select ends_at from form_run where ${ofThisRun} and completed_at is null
  union all select ends_at from form_run_part where $part <> '' and ${ofThisRun} and part_id = $part))), 0)`

const move = `update form_run set
    page = case when $sequence > last_sequence then $page else page end,
    last_sequence = max(last_sequence, $sequence),
    time_remaining_ms = case when time_remaining_ms is null then null else min(time_remaining_ms, $remaining) end,
    elapsed_ms = max(elapsed_ms, $elapsed),
    clock_difference_ms = $elapsed - ($received - started_at),
    beyond_ms = max(beyond_ms, case when ends_at is null then 0 else $remaining - max(ends_at - $received, 0) end)
  where ${ofThisRun} and completed_at is null and not ${isRepeated}`

const place = `insert into answer (org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, saved_at)
  select $org, $run, $question, $sequence, $writer, $answer, $workings, $bookmarked, $received
  where ${isOpen} and not ${isRepeated} and ${late} <= $grace
  on conflict (org_id, form_run_guid, question_id) do update set
    sequence = excluded.sequence, writer_id = excluded.writer_id, answer = excluded.answer, workings = excluded.workings,
    bookmarked = excluded.bookmarked, saved_at = excluded.saved_at
  where excluded.sequence > answer.sequence`

/** `changes()` are those of the statement before it. */
const write = `insert into answer_event (org_id, form_run_guid, request_id, question_id, sequence, writer_id, answer, workings,
    bookmarked, client_time, received_at, outcome, late_ms)
  select $org, $run, $request, $question, $sequence, $writer, $answer, $workings, $bookmarked, $clientTime, $received,
    case when not ${isOpen} then 'late' when ${late} > $grace then 'over-time' when changes() = 0 then 'older' else 'applied' end,
    nullif(${late}, 0)
  where true on conflict (org_id, form_run_guid, request_id) do nothing`

const tell = `select outcome from answer_event where ${ofThisRun} and request_id = $request`

const statementsOf = ({ event, partId, page, timeRemainingMs, elapsedMs }: Save, graceMs: number) => {
  const run = { org: event.org_id, run: event.form_run_guid, request: event.request_id }
  const answer = {
    ...{ question: event.question_id, sequence: event.sequence, writer: event.writer_id, answer: event.answer },
    ...{ workings: event.workings, bookmarked: event.bookmarked, received: event.received_at },
  }
  const lateness = { part: partId, grace: graceMs }
  const claim = { sequence: event.sequence, page, remaining: timeRemainingMs, elapsed: elapsedMs, received: event.received_at }
  return [
    { sql: move, parameters: { ...run, ...claim } },
    { sql: place, parameters: { ...run, ...answer, ...lateness } },
    { sql: write, parameters: { ...run, ...answer, ...lateness, clientTime: event.client_time } },
    { sql: tell, parameters: run },
  ]
}

/**
 * Writes saves into SQLite in one transaction and answers what became of each, in their order. For each save:
 * 1. its form run is moved on, if it is still open;
 * 2. the answer is put in place, guarded by the sequence: an older one never replaces a newer;
 * 3. the save goes into the history with its outcome.
 * A request that is there already is answered as it was the first time and changes nothing.
 */
export const writeSaves = async (database: Database, saves: readonly Save[], graceMs: number): Promise<SaveOutcome[]> => {
  if (!database.transact) throw new Error('These statements are for SQLite.')
  const statements = saves.map((save) => statementsOf(save, graceMs))
  const results = await database.transact(statements.flat())
  let end = 0
  return statements.map((own) => {
    end += own.length
    // What `tell` selects.
    const [told] = results[end - 1] as [{ outcome: SaveOutcome }]
    return told.outcome
  })
}
