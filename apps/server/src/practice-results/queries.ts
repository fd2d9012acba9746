import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'

type Run = Pick<FormRunTable, 'org_id' | 'form_run_guid'>

/** What a learner gave and got, a row for each question with an answer, a mark or both. */
export const selectAnswersOf = ({ kysely }: Database, { org_id, form_run_guid }: Run) =>
  kysely
    .selectFrom('answer')
    .select(['question_id', 'answer', 'workings'])
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .execute()
