import type { Database } from '../../db/database.ts'
import { isAttempt, type LoadedExam, selectAttemptsIn, selectLedger } from '../form-run/index.ts'
import type { Save } from './save.ts'

/**
 * Whether a save changes the answer to a question that was closed by its last attempt. Looked up for such questions alone, and not while anybody is
 * kept from checking it: a save that slips in between counts no more for it, since marks go by what was handed in.
 */
export const isBarredByAttempts = async (
  database: Pick<Database, 'kysely'>,
  { event }: Pick<Save, 'event'>,
  { questions }: Pick<LoadedExam, 'questions'>,
): Promise<boolean> => {
  const question = questions.find(({ id }) => id === event.question_id)
  if (!question?.attempts) return false
  const events = await selectLedger(database, { orgId: event.org_id, formRunGuid: event.form_run_guid })
  const last = events.findLast((one) => isAttempt(one) && one.questionId === question.id)
  if (!last || !isAttempt(last) || !last.isLast) return false
  const attempts = await selectAttemptsIn(database, event, [last])
  // Its bookmark, or its workings, may change.
  return attempts.get(question.id)?.at(-1)?.stored !== event.answer
}
