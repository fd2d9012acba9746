import type { Migration } from '../migration.ts'

/** Conflicts, and what could not be marked, are found without a look at all other responses. */
export const responsesToDecide: Migration = {
  name: '2026-12-03-responses-to-decide',
  goesOn: 'the index is over a table that servers of the previous version do not know, and over few of its rows',
  statements: () => [
    `create index response_mark_to_decide on response_mark (org_id, state, changed_at, form_run_guid, question_id, part)
      where state in ('conflict', 'cannot')`,
  ],
}
