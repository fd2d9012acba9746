import type { Migration } from '../migration.ts'

/** A page of the responses to a question is found without a look at all sittings of the exam. */
export const responsesOfQuestions: Migration = {
  name: '2026-12-04-responses-of-questions',
  goesOn: 'servers of the previous version write the index with their rows, and read nothing by it',
  statements: () => [
    `create index form_run_handed_in on form_run (org_id, exam_guid, version, form_run_guid) where completed_at is not null`,
  ],
}
