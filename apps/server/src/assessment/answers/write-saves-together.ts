import { arrayLiteral } from '../../db/array-literal.ts'
import type { Database } from '../../db/database.ts'
import { contentOf } from '../form-run/index.ts'
import { contactNowText } from '../ledger/index.ts'
import type { Save, SaveOutcome, WriteOutcome } from './save.ts'

const event = `org_id, form_run_guid, request_id, question_id, sequence, writer_id, answer, workings, bookmarked, client_time,
  received_at`

/** What is sent of each save: its type in the database, and what of the save it is. What is of its part alone comes last. */
const sent = {
  org_id: ['bigint', ({ event }) => event.org_id],
  form_run_guid: ['text', ({ event }) => event.form_run_guid],
  request_id: ['text', ({ event }) => event.request_id],
  question_id: ['text', ({ event }) => event.question_id],
  given: ['bigint', ({ event }) => event.sequence],
  writer_id: ['text', ({ event }) => event.writer_id],
  answer: ['text', ({ event }) => event.answer],
  workings: ['text', ({ event }) => event.workings],
  bookmarked: ['bigint', ({ event }) => event.bookmarked],
  client_time: ['text', ({ event }) => event.client_time],
  received_at: ['bigint', ({ event }) => event.received_at],
  page: ['text', (save) => save.page],
  time_remaining_ms: ['bigint', (save) => save.timeRemainingMs],
  elapsed_ms: ['bigint', (save) => save.elapsedMs],
  typed_ms: ['bigint', (save) => save.typedMs ?? null],
  heard_ms: ['bigint', (save) => save.heardMs],
  content: ['text', ({ event }) => contentOf(event)],
  part_id: ['text', (save) => save.partId],
  seen_in: ['text', (save) => save.seenIn ?? null],
} satisfies Readonly<Record<string, readonly ['bigint' | 'text', (save: Save) => string | number | null]>>

type Sent = keyof typeof sent
// The keys are those of the object above.
const sentOfParts = Object.keys(sent) as Sent[]
const sentOfNone = sentOfParts.filter((name) => name !== 'part_id' && name !== 'seen_in')

/**
 * What was sent of the save at `place`, as SQL. Each array is read where it is needed: to unnest them all, and to carry texts from one
 * part of the statement to the next, cost more.
 */
const at = (name: Sent): string => `($${sentOfParts.indexOf(name) + 1}::${sent[name][0]}[])[place]`

/** The same of several, under their names. */
const each = (...names: readonly Sent[]): string => names.map((name) => `${at(name)} as ${name}`).join(', ')

/** The number of a save, before its form run is moved on, and after. */
const [sequence, moved] = ['coalesce(fresh.given, form_run.last_sequence + 1)', 'coalesce(fresh.given, form_run.last_sequence)']

/** As `nextLink` makes it; null after null. */
const link = `right(form_run.history_link, 64) || encode(sha256(convert_to(right(form_run.history_link, 64) || chr(10)
  || (form_run.history_count + 1) || chr(10) || ${sequence} || ' ' || ${at('content')}, 'UTF8')), 'hex')`

/** What is seen of the part of a save, and of the ledger by which it stands, before its form run is locked. */
const seenOfPart = `left join lateral (
    select run.last_event as seen, part.ends_at as part_ends_at, part.opens_at as part_opens_at, part.last_sequence as part_sequence
      from form_run run left join form_run_part part
        on part.org_id = ${at('org_id')} and part.form_run_guid = ${at('form_run_guid')} and part.part_id = ${at('part_id')}
      where ${at('part_id')} <> '' and run.form_run_guid = ${at('form_run_guid')} and run.org_id + 0 = ${at('org_id')} offset 0
  ) as part on true`

/**
 * Every table is reached by its key, one look for each save, whatever the planner knows or doesn't of how full they are: `offset 0`
 * keeps a look from becoming a join, and of what begins with an organisation, or holds open form runs alone, the sum leaves no index.
 * `placed` is looked up by a hash of itself. `told`: the outcome of a request that was here before, `mismatched` where that was another
 * save. `fresh` holds all others, `moved` those of them whose form run is open, with the learner where they were seen last, each with
 * the sequence that it was given or got here. If no save is in a part, the planner leaves out all that asks for one.
 */
const textOf = ({ hasParts }: { readonly hasParts: boolean }): string => {
  const ofPart = (name: 'seen' | 'part_ends_at' | 'part_opens_at' | 'part_sequence') =>
    hasParts ? `fresh.${name}` : 'null::bigint'

  /** Milliseconds by which a save may come too late: it is sent behind all the others. */
  const grace = `$${(hasParts ? sentOfParts : sentOfNone).length + 1}::bigint`
  /** Milliseconds after the end of its part, or of all the time, or into a pause; null if there is none. */
  const late = `greatest(fresh.received_at - least(form_run.ends_at, case when fresh.typed_ms < form_run.held_until then 0
    when fresh.received_at < form_run.held_until then form_run.paused_at end, ${ofPart('part_ends_at')}), 0)`
  const isOutdated = `coalesce(form_run.last_event <> ${ofPart('seen')}, false)`
  /** Whether a save with this number goes into the history. */
  const isCounted = (number: string) => `not ${isOutdated} and (coalesce(${number} > ${ofPart('part_sequence')}, false)
    or coalesce(fresh.received_at < ${ofPart('part_opens_at')}, false) or coalesce(${late}, 0) <= ${grace})`

  return `
    with incoming as materialized (
      select place, event.sequence as held, case when event.question_id = ${at('question_id')} and event.answer = ${at('answer')}
            and event.workings = ${at('workings')} and event.sequence = coalesce(${at('given')}, event.sequence) then event.outcome
          when event.sequence is not null then 'mismatched' end as told
        from generate_series(1, cardinality($1::bigint[])) as place
        left join lateral (select question_id, answer, workings, sequence, outcome from answer_event where org_id = ${at('org_id')}
          and form_run_guid = ${at('form_run_guid')} and request_id = ${at('request_id')} offset 0) as event on true
    ), moved as (
      update form_run set
        page = case when fresh.given <= form_run.last_sequence then form_run.page else ${at('page')} end,
        last_sequence = greatest(form_run.last_sequence, ${sequence}),
        saves = form_run.saves + 1,
        history_count = form_run.history_count + case when ${isCounted(sequence)} then 1 else 0 end,
        history_link = case when ${isCounted(sequence)} then ${link} else form_run.history_link end,
        time_remaining_ms = case when form_run.time_remaining_ms is null then null
          else least(form_run.time_remaining_ms, fresh.time_remaining_ms) end,
        elapsed_ms = greatest(form_run.elapsed_ms, fresh.elapsed_ms),
        clock_difference_ms = fresh.elapsed_ms - (fresh.received_at - form_run.started_at),
        beyond_ms = greatest(form_run.beyond_ms, case when form_run.ends_at is null then 0
          else fresh.time_remaining_ms - greatest(form_run.ends_at - fresh.received_at, 0) end),
        ${contactNowText('coalesce(fresh.heard_ms, form_run.heard_at)')}
      from (
        select place, ${each('org_id', 'form_run_guid', 'given', 'received_at', 'time_remaining_ms', 'elapsed_ms', 'typed_ms', 'heard_ms')}
            ${hasParts ? ', part.*' : ''}
          from incoming ${hasParts ? seenOfPart : ''} where told is null offset 0
      ) as fresh
      where form_run.form_run_guid = fresh.form_run_guid and form_run.org_id + 0 = fresh.org_id and form_run.completed_at + 0 is null
        ${hasParts ? `and coalesce(form_run.part_id = ${at('seen_in')}, true)` : ''}
      returning place, form_run.org_id, form_run.form_run_guid, ${moved} as sequence, form_run.saves, form_run.history_count,
        form_run.history_link, ${late} as late, ${isOutdated} as is_outdated, ${isCounted(moved)} as is_counted,
        case when ${moved} > ${ofPart('part_sequence')} then 'closed'
          when fresh.received_at < ${ofPart('part_opens_at')} then 'reading' end as bar
    ), placed as (
      insert into answer (org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, saved_at)
      select org_id, form_run_guid, ${at('question_id')}, sequence, ${at('writer_id')}, ${at('answer')}, ${at('workings')},
          ${at('bookmarked')}, ${at('received_at')}
        from moved where is_counted and bar is null
      on conflict (org_id, form_run_guid, question_id) do update set
        sequence = excluded.sequence, writer_id = excluded.writer_id, answer = excluded.answer, workings = excluded.workings,
        bookmarked = excluded.bookmarked, saved_at = excluded.saved_at
      where excluded.sequence > answer.sequence
      returning org_id, form_run_guid
    ), judged as materialized (
      select *, case when is_outdated then 'outdated' when bar is not null then bar
          when (org_id, form_run_guid) in (select org_id, form_run_guid from placed) then 'applied' else 'older' end as outcome
        from moved where is_outdated or is_counted
    ), written as (
      insert into answer_event (${event}, late_ms, outcome, number, link)
        select org_id, form_run_guid, ${at('request_id')}, ${at('question_id')}, sequence, ${at('writer_id')}, ${at('answer')},
            ${at('workings')}, ${at('bookmarked')}, ${at('client_time')}, ${at('received_at')}, nullif(late, 0), outcome,
            history_count, history_link
          from judged where is_counted
    )
    select place, outcome, sequence, case when is_counted then saves end as saves from judged
      union all select place, told, held, null from incoming where told is not null`
}

const ofParts = { name: 'write-saves-together', text: textOf({ hasParts: true }), names: sentOfParts }
const ofNone = { name: 'write-saves-without-parts', text: textOf({ hasParts: false }), names: sentOfNone }

/** An exam without timed parts, as most are, has nothing to be looked up of them. */
const statementFor = (saves: readonly Save[]) =>
  saves.some(({ partId, seenIn }) => partId !== '' || seenIn !== undefined) ? ofParts : ofNone

/** A row of the statement; `outdated`: nothing was written, and the save is to be written again. */
interface Written {
  readonly place: number
  readonly outcome: SaveOutcome['outcome'] | 'outdated'
  readonly sequence: number
  readonly saves: number | null
}

/**
 * What {@link writeSaves} does, as one statement that only PostgreSQL understands: one way there and back for the whole batch
 * instead of five. Its parts see the tables as they were at its start, but what is locked is read again once the lock is had:
 * a form run that is completed meanwhile is no longer open here, and where its ledger continued meanwhile, what was seen of its parts'
 * ends is outdated: such saves are written again. Two saves of one form run never come in one batch.
 */
export const writeSavesTogether = async (
  database: Database,
  saves: readonly Save[],
  graceMs: number,
): Promise<WriteOutcome[]> => {
  const { runPlanned } = database
  if (!runPlanned) throw new Error('This statement is for PostgreSQL.')
  const { names, ...statement } = statementFor(saves)
  const rows = await runPlanned(statement, [
    ...names.map((name) => arrayLiteral(saves.map((save) => sent[name][1](save)))),
    graceMs,
  ])
  // What the statement selects; its places count from 1.
  const written = new Map((rows as Written[]).map(({ place, ...outcome }) => [place, outcome]))
  const writeAgain = async (save: Save) => (await writeSavesTogether(database, [save], graceMs))[0] ?? 'undecided'
  return Promise.all(
    saves.map((save, index) => {
      const one = written.get(index + 1)
      if (one === undefined) return 'undecided'
      return one.outcome === 'outdated' ? writeAgain(save) : { ...one, outcome: one.outcome }
    }),
  )
}
