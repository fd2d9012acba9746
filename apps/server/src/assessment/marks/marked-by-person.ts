import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { evaluateQuestion } from './evaluate.ts'
import { type Marked, type MarkedRun, readFacts } from './mark-form-run.ts'

/** Whether what persons did about a question decides its mark, or keeps it waiting, so that its key doesn't. */
export const isMarkedByPerson = async (
  kysely: Kysely<Schema>,
  run: MarkedRun,
  loaded: Marked,
  question: AuthoredQuestion,
): Promise<boolean> => {
  const { responses } = evaluateQuestion(question, await readFacts(kysely, run, loaded, question))
  return responses.some(({ counting }) => counting.waiting !== undefined || (counting.by !== 'key' && counting.by !== 'blank'))
}
