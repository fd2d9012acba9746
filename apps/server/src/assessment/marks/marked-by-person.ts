import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import type { LoadedExam } from '../form-run/index.ts'
import { evaluateQuestion } from './evaluate.ts'
import { readFacts } from './mark-form-run.ts'

/** Whether what persons did about a question decides its mark, or keeps it waiting, so that its key doesn't. */
export const isMarkedByPerson = async (
  kysely: Kysely<Schema>,
  run: Pick<FormRunTable, 'form_run_guid' | 'org_id'>,
  loaded: Pick<LoadedExam, 'questions'>,
  question: AuthoredQuestion,
): Promise<boolean> => {
  const { responses } = evaluateQuestion(question, await readFacts(kysely, run, loaded, question))
  return responses.some(({ counting }) => counting.waiting !== undefined || (counting.by !== 'key' && counting.by !== 'blank'))
}
