import type { Database } from '../db/database.ts'
import { heardNowText } from './contact.ts'
import { contentOf } from './history-chain.ts'
import type { Save, SaveOutcome, WriteOutcome } from './save-queue.ts'

const event = `org_id, form_run_guid, request_id, question_id, sequence, writer_id, answer, workings, bookmarked, client_time,
  received_at`

/** The number of a save, before its form run is moved on. */
const sequence = 'coalesce(fresh.given, form_run.last_sequence + 1)'

/** Milliseconds after the end of its part, or of all the time, or into a pause; null where there is none. */
const late = `greatest(fresh.received_at - least(form_run.ends_at, case when fresh.typed_ms < form_run.held_until then 0
  when fresh.received_at < form_run.held_until then form_run.paused_at end, fresh.part_ends_at), 0)`

const isOutdated = 'coalesce(form_run.last_event <> fresh.seen, false)'

/** Whether a save goes into the history, as `counted` has it. */
const isCounted = `not ${isOutdated} and (coalesce(${sequence} > fresh.part_sequence, false)
  or coalesce(fresh.received_at < fresh.part_opens_at, false) or coalesce(${late}, 0) <= $17::bigint)`

/** As `nextLink` makes it; null after null. */
const link = `right(form_run.history_link, 64) || encode(sha256(convert_to(right(form_run.history_link, 64) || chr(10)
  || (form_run.history_count + 1) || chr(10) || ${sequence} || ' ' || fresh.content, 'UTF8')), 'hex')`

/**
 * Every table is reached by its key, one look for each save, whatever the planner knows or doesn't of how full they are: `offset 0`
 * keeps a look from becoming a join, and of what begins with an organisation, or holds open form runs alone, the sum leaves no index. `placed` is looked up by a
 * hash of itself. `told`: the outcome of a
 * request that was here before, `mismatched` where that was another save. `fresh` holds all others, `moved` those of them whose form
 * run is open, with the learner where they were seen last, each with the sequence that it was given or got here.
 */
const statement = {
  name: 'write-saves-together',
  text: `
    with incoming as materialized (
      select one.*, event.sequence as held, case when event.question_id = one.question_id and event.answer = one.answer
            and event.workings = one.workings and event.sequence = coalesce(one.given, event.sequence) then event.outcome
          when event.sequence is not null then 'mismatched' end as told,
          case when one.part_id <> '' then (select run.last_event from form_run run
            where run.form_run_guid = one.form_run_guid and run.org_id + 0 = one.org_id) end as seen
        from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
          $9::bigint[], $10::text[], $11::bigint[], $12::text[], $13::text[], $14::bigint[], $15::bigint[],
          $16::bigint[], $18::text[], $19::text[]) with ordinality
        as one (org_id, form_run_guid, request_id, question_id, given, writer_id, answer, workings, bookmarked, client_time,
          received_at, part_id, page, time_remaining_ms, elapsed_ms, typed_ms, content, seen_in, place)
        left join lateral (select * from answer_event event where event.org_id = one.org_id
          and event.form_run_guid = one.form_run_guid and event.request_id = one.request_id offset 0) as event on true
    ), fresh as (
      select incoming.*, part.ends_at as part_ends_at, part.opens_at as part_opens_at, part.last_sequence as part_sequence
        from incoming left join lateral (select * from form_run_part part where incoming.part_id <> '' and part.org_id = incoming.org_id
          and part.form_run_guid = incoming.form_run_guid and part.part_id = incoming.part_id offset 0) as part on true
        where told is null
    ), moved as (
      update form_run set
        page = case when fresh.given <= form_run.last_sequence then form_run.page else fresh.page end,
        last_sequence = greatest(form_run.last_sequence, coalesce(fresh.given, form_run.last_sequence + 1)),
        saves = form_run.saves + 1,
        history_count = form_run.history_count + case when ${isCounted} then 1 else 0 end,
        history_link = case when ${isCounted} then ${link} else form_run.history_link end,
        time_remaining_ms = case when form_run.time_remaining_ms is null then null
          else least(form_run.time_remaining_ms, fresh.time_remaining_ms) end,
        elapsed_ms = greatest(form_run.elapsed_ms, fresh.elapsed_ms),
        clock_difference_ms = fresh.elapsed_ms - (fresh.received_at - form_run.started_at),
        beyond_ms = greatest(form_run.beyond_ms, case when form_run.ends_at is null then 0
          else fresh.time_remaining_ms - greatest(form_run.ends_at - fresh.received_at, 0) end),
        ${heardNowText('fresh.received_at')}
      from fresh
      where form_run.form_run_guid = fresh.form_run_guid and form_run.org_id + 0 = fresh.org_id and form_run.completed_at + 0 is null
        and coalesce(form_run.part_id = fresh.seen_in, true)
      returning fresh.*, coalesce(fresh.given, form_run.last_sequence) as sequence, form_run.saves, form_run.history_count,
        form_run.history_link, ${late} as late, ${isOutdated} as is_outdated,
        case when coalesce(fresh.given, form_run.last_sequence) > fresh.part_sequence then 'closed'
          when fresh.received_at < fresh.part_opens_at then 'reading' end as bar
    ), counted as materialized (
      select * from moved where not is_outdated and (bar is not null or coalesce(late, 0) <= $17::bigint)
    ), placed as (
      insert into answer (org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, saved_at)
      select org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, received_at
        from counted where bar is null
      on conflict (org_id, form_run_guid, question_id) do update set
        sequence = excluded.sequence, writer_id = excluded.writer_id, answer = excluded.answer, workings = excluded.workings,
        bookmarked = excluded.bookmarked, saved_at = excluded.saved_at
      where excluded.sequence > answer.sequence
      returning org_id, form_run_guid
    ), judged as materialized (
      select ${event}, place, saves, nullif(late, 0) as late_ms, history_count as number, history_link as link,
          case when bar is not null then bar
            when (org_id, form_run_guid) in (select org_id, form_run_guid from placed) then 'applied' else 'older' end as outcome
        from counted
    ), written as (
      insert into answer_event (${event}, late_ms, outcome, number, link)
        select ${event}, late_ms, outcome, number, link from judged
    )
    select place, outcome, sequence, saves from judged union all select place, told, held, null from incoming where told is not null
      union all select place, 'outdated', sequence, null from moved where is_outdated`,
}

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
 * a form run that is completed meanwhile is no longer open here, and where its ledger went on meanwhile, what was seen of its parts'
 * ends is outdated: such saves are written once more. Two saves of one form run never come in one batch.
 */
export const writeSavesTogether = async (
  database: Database,
  saves: readonly Save[],
  graceMs: number,
): Promise<WriteOutcome[]> => {
  const { runPlanned } = database
  if (!runPlanned) throw new Error('This statement is for PostgreSQL.')
  const column = <T>(of: (save: Save) => T) => saves.map(of)
  const rows = await runPlanned(statement, [
    column(({ event }) => event.org_id),
    column(({ event }) => event.form_run_guid),
    column(({ event }) => event.request_id),
    column(({ event }) => event.question_id),
    column(({ event }) => event.sequence),
    column(({ event }) => event.writer_id),
    column(({ event }) => event.answer),
    column(({ event }) => event.workings),
    column(({ event }) => event.bookmarked),
    column(({ event }) => event.client_time),
    column(({ event }) => event.received_at),
    column((save) => save.partId),
    column((save) => save.page),
    column((save) => save.timeRemainingMs),
    column((save) => save.elapsedMs),
    column((save) => save.typedMs ?? null),
    graceMs,
    column(({ event }) => contentOf(event)),
    column((save) => save.seenIn ?? null),
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
