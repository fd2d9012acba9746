import type { Migration } from '../migration.ts'

/**
 * The one index that a save's form run can be found by, whatever the planner knows of the table (`write-saves-together.ts`): of one
 * that was never analysed it took all form runs of an organisation to be as few as the one.
 */
export const formRunByGuid: Migration = {
  version: 5,
  name: 'form run by guid',
  statements: () => ['create unique index form_run_by_guid on form_run (form_run_guid, org_id)'],
}
