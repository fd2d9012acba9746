import type { Client } from '@sitwell/client/session'
import type { Question } from '@sitwell/contract'
import { mayPrint } from '@sitwell/exam/organisation/may-print'
import { isToRead } from '@sitwell/question-types/rules'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** Whether the learner may print a question of an exam: the server judges by the same rule, and refuses what this one doesn't offer. */
export const mayPrintOf =
  ({ id: organisationId }: Pick<Client, 'id'>, { content }: Pick<LoadedExam, 'content'>) =>
  (question: Pick<Question, 'type'>): boolean =>
    mayPrint({ organisationId, printQuestions: content.settings.printQuestions, isToRead: isToRead(question) })
