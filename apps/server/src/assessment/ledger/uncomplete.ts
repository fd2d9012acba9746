import type { Kysely } from 'kysely'
import type { FormRunTable, Schema } from '../../db/schema.ts'

/**
 * Takes the completion of a form run back, and what was worked out of its marks: there are some again once it is completed again, nobody was
 * told of those, and nobody has confirmed them. What persons gave stays in the ledger of marks, and its responses are on no list until then.
 */
export const uncomplete = async (
  kysely: Kysely<Schema>,
  { org_id, form_run_guid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
): Promise<FormRunTable> => {
  for (const table of ['mark', 'response_mark'] as const)
    await kysely.deleteFrom(table).where('org_id', '=', org_id).where('form_run_guid', '=', form_run_guid).execute()
  return kysely
    .updateTable('form_run')
    .set({ completed_at: null, marks_told_at: null, results_confirmed_at: null, responses_of: null })
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .returningAll()
    .executeTakeFirstOrThrow()
}
