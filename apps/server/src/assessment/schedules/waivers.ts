import type { Database } from '../../db/database.ts'
import type { ScheduleTable } from '../../db/schema.ts'

/** Whether staff have let a scheduled exam be sat without this provider: before it began, or since. */
export const isWaived = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, schedule_guid }: Pick<ScheduleTable, 'org_id' | 'schedule_guid'>,
  provider: string,
): Promise<boolean> => {
  const before = await kysely
    .selectFrom('supervision_event')
    .select('number')
    .where('org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .where('what', '=', 'waiver')
    .where('provider', '=', provider)
    .limit(1)
    .executeTakeFirst()
  if (before) return true
  const since = await kysely
    .selectFrom('form_run_event')
    .innerJoin('form_run', (on) =>
      on
        .onRef('form_run.org_id', '=', 'form_run_event.org_id')
        .onRef('form_run.form_run_guid', '=', 'form_run_event.form_run_guid'),
    )
    .select('details')
    .where('form_run.org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .where('kind', '=', 'supervision')
    .execute()
  return since.some(({ details }) => {
    // As the ledger's own rows are written.
    const content = JSON.parse(details) as { readonly provider?: unknown; readonly what?: unknown }
    return content.what === 'waiver' && content.provider === provider
  })
}
