import { formRunsQuery } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import { route } from '../http/service.ts'

/** Form runs by guid, of the caller alone; a stranger's answers an empty list. */
export const formRunsQueryRoute = ({ database }: { readonly database: Database }) =>
  route(formRunsQuery, async ({ caller, body }) => {
    const rows = await database.kysely
      .selectFrom('form_run')
      .select(['form_run_id', 'form_run_guid', 'completed_at'])
      .where('org_id', '=', caller.orgId)
      .where('user_guid', '=', caller.userGuid)
      .where('form_run_guid', '=', body.filter.value)
      .execute()
    const wants = (property: 'ID' | 'GUID' | 'Processed') => body.properties.includes(property)
    return {
      ok: true,
      value: {
        results: rows.map((row) => ({
          ...(wants('ID') && { ID: row.form_run_id }),
          ...(wants('GUID') && { GUID: row.form_run_guid }),
          ...(wants('Processed') && { Processed: row.completed_at !== null }),
        })),
      },
    }
  })
