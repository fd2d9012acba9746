import type { Kysely } from 'kysely'
import type { FormRunTable, Schema } from '../../db/schema.ts'

/**
 * Takes the completion of a form run back, and its marks: there are some again once it is completed again, nobody was told of those, and
 * nobody has confirmed them.
 */
export const uncomplete = async (
  kysely: Kysely<Schema>,
  { org_id, form_run_guid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
): Promise<FormRunTable> => {
  await kysely.deleteFrom('mark').where('org_id', '=', org_id).where('form_run_guid', '=', form_run_guid).execute()
  return kysely
    .updateTable('form_run')
    .set({ completed_at: null, marks_told_at: null, results_confirmed_at: null })
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .returningAll()
    .executeTakeFirstOrThrow()
}
