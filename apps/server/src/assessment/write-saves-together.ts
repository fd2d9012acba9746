import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { AnswerEventTable } from '../db/schema.ts'
import type { Save, SaveOutcome } from './save-queue.ts'

type Written = Pick<AnswerEventTable, 'org_id' | 'form_run_guid' | 'request_id' | 'outcome'>

const keyOf = (row: Omit<Written, 'outcome'>) => `${row.org_id}/${row.form_run_guid}/${row.request_id}`

/** A look at the key for each save: joined, the planner takes a table that it has not counted yet for a small one, and reads it all. */
const partEnd = sql`(select ends_at from form_run_part part where part.org_id = fresh.org_id
  and part.form_run_guid = fresh.form_run_guid and part.part_id = fresh.part_id)`

/**
 * What {@link writeSaves} does, as one statement that only PostgreSQL understands: one way there and back for the whole batch
 * instead of five. Its parts see the tables as they were at its start, but what is locked is read again once the lock is had:
 * a form run that is completed meanwhile is no longer open here. Two saves of one form run never come in one batch.
 */
export const writeSavesTogether = async (
  { kysely }: Database,
  saves: readonly Save[],
  graceMs: number,
): Promise<SaveOutcome[]> => {
  const events = saves.map((save) => save.event)
  // Most exams have no part that ends by itself: their saves ask for none.
  const ends = saves.some((save) => save.partId !== '') ? sql`least(moved.ends_at, ${partEnd})` : sql`moved.ends_at`
  const { rows } = await sql<Written>`
    with incoming as (
      select * from unnest(
        ${events.map((event) => event.org_id)}::bigint[],
        ${events.map((event) => event.form_run_guid)}::text[],
        ${events.map((event) => event.request_id)}::text[],
        ${events.map((event) => event.question_id)}::text[],
        ${events.map((event) => event.sequence)}::bigint[],
        ${events.map((event) => event.writer_id)}::text[],
        ${events.map((event) => event.answer)}::text[],
        ${events.map((event) => event.workings)}::text[],
        ${events.map((event) => event.bookmarked)}::bigint[],
        ${events.map((event) => event.client_time)}::text[],
        ${events.map((event) => event.received_at)}::bigint[],
        ${saves.map((save) => save.partId)}::text[],
        ${saves.map((save) => save.page)}::text[],
        ${saves.map((save) => save.timeRemainingMs)}::bigint[],
        ${saves.map((save) => save.elapsedMs)}::bigint[]
      ) as one (org_id, form_run_guid, request_id, question_id, sequence, writer_id, answer, workings, bookmarked, client_time,
        received_at, part_id, page, time_remaining_ms, elapsed_ms)
    ), repeated as (
      select org_id, form_run_guid, request_id, outcome from incoming join answer_event event
        using (org_id, form_run_guid, request_id)
    ), fresh as (
      select * from incoming where not exists (
        select from repeated where repeated.org_id = incoming.org_id
          and repeated.form_run_guid = incoming.form_run_guid and repeated.request_id = incoming.request_id)
    ), moved as (
      update form_run set
        page = case when fresh.sequence > form_run.last_sequence then fresh.page else form_run.page end,
        last_sequence = greatest(form_run.last_sequence, fresh.sequence),
        time_remaining_ms = case when form_run.time_remaining_ms is null then null
          else least(form_run.time_remaining_ms, fresh.time_remaining_ms) end,
        elapsed_ms = greatest(form_run.elapsed_ms, fresh.elapsed_ms),
        clock_difference_ms = fresh.elapsed_ms - (fresh.received_at - form_run.started_at),
        beyond_ms = greatest(form_run.beyond_ms, case when form_run.ends_at is null then 0
          else fresh.time_remaining_ms - greatest(form_run.ends_at - fresh.received_at, 0) end)
      from fresh
      where form_run.org_id = fresh.org_id and form_run.form_run_guid = fresh.form_run_guid and form_run.completed_at is null
      returning form_run.org_id, form_run.form_run_guid, form_run.ends_at
    ), timed as (
      select fresh.*, moved.org_id is not null as is_open, greatest(fresh.received_at - ${ends}, 0) as late
        from fresh left join moved using (org_id, form_run_guid)
    ), placed as (
      insert into answer (org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, saved_at)
      select org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, received_at
        from timed where is_open and coalesce(late, 0) <= ${graceMs}::bigint
      on conflict (org_id, form_run_guid, question_id) do update set
        sequence = excluded.sequence, writer_id = excluded.writer_id, answer = excluded.answer, workings = excluded.workings,
        bookmarked = excluded.bookmarked, saved_at = excluded.saved_at
      where excluded.sequence > answer.sequence
      returning org_id, form_run_guid
    ), written as (
      insert into answer_event (org_id, form_run_guid, request_id, question_id, sequence, writer_id, answer, workings,
        bookmarked, client_time, received_at, outcome, late_ms)
      select org_id, form_run_guid, request_id, question_id, sequence, writer_id, answer, workings, bookmarked, client_time,
        received_at, case when not is_open then 'late' when late > ${graceMs}::bigint then 'over-time'
          when placed.org_id is null then 'older' else 'applied' end, case when late > 0 then late end
        from timed left join placed using (org_id, form_run_guid)
      returning org_id, form_run_guid, request_id, outcome
    )
    select * from written union all select * from repeated`.execute(kysely)
  const outcomes = new Map(rows.map((row) => [keyOf(row), row.outcome]))
  return events.map((event) => outcomes.get(keyOf(event)) ?? 'older')
}
