import { type RawBuilder, sql } from 'kysely'

/** Whether a save of the history, by this alias of `answer_event`, waits for staff: it was not let count, and nothing newer is in its place. */
export const isAnswerWaiting = (alias: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`${of('outcome')} = 'review' and not exists (select 1 from answer
    where answer.org_id = ${of('org_id')} and answer.form_run_guid = ${of('form_run_guid')}
      and answer.question_id = ${of('question_id')} and answer.sequence >= ${of('sequence')})`
}
