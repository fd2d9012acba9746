import type { Question } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { type LoadedExam, selectAttemptsAt } from '../form-run/index.ts'
import { isReleased } from '../marks/index.ts'

/**
 * Whether the learner may have answers checked while the exam continues, which tells marks: the release gate is asked. A sitting in which answers
 * were checked already, before its schedule had such a gate, continues as it began.
 */
export const mayCheckAnswers = async (
  database: Pick<Database, 'kysely'>,
  run: FormRunTable,
  loaded: LoadedExam,
): Promise<boolean> =>
  (await isReleased(database, run, loaded.exam)) || (await selectAttemptsAt(database, run, loaded)).size > 0

/** The question without its offer to be checked: its answer is one answer, marked at the end. */
export const withoutAttempts = (question: Question): Question => {
  if (question.attempts === undefined) return question
  const { attempts: _, ...others } = question
  // Boundary: the field is optional in every type of question.
  return others as Question
}
