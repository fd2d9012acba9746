import { sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { Reading } from '../deliveries/deliveries-context.ts'

/** How many answers and files of these form runs came late and wait for a decision; those without any are missing. */
export const countLateWaiting = async (
  { kysely, dialect }: Reading,
  orgId: number,
  formRunGuids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (formRunGuids.length === 0) return new Map()
  const isAsked = (column: string) => isOneOf(dialect, column, formRunGuids, (guid) => guid)
  // An answer that a later one has replaced waits no longer.
  const { rows } = await sql<{ form_run_guid: string; n: number }>`
    select form_run_guid, sum(n) as n from (
      select event.form_run_guid, count(*) as n from answer_event as event
      left join answer on answer.org_id = event.org_id and answer.form_run_guid = event.form_run_guid
        and answer.question_id = event.question_id
      where event.org_id = ${orgId} and ${isAsked('event.form_run_guid')} and event.outcome = 'review'
        and (answer.sequence is null or answer.sequence < event.sequence)
      group by event.form_run_guid
      union all
      select file.form_run_guid, count(*) as n from uploaded_file as file
      where file.org_id = ${orgId} and ${isAsked('file.form_run_guid')} and file.outcome = 'review' and file.accepted_at is null
        and file.deleted_at is null
      group by file.form_run_guid) as waiting
    group by form_run_guid`.execute(kysely)
  return new Map(rows.map(({ form_run_guid, n }) => [form_run_guid, Number(n)]))
}
