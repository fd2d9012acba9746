import { createListeners } from '@sitwell/request-queue/listeners'
import type { LoadedExam } from '../../../exam/content/loaded-exam.ts'
import { savedQuestion } from '../../../exam/content/loaded-exam.ts'
import type { AnswerRecord } from '../../../storage/records.ts'
import type { AnswerChange } from '../../../sync/answers/answer-book.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ReportedChange } from './props.ts'

const blankRecord = (questionId: string): AnswerRecord => ({
  format: 1,
  formRunGuid: 'components',
  questionId,
  userGuid: 'components',
  answer: { answerText: '', options: [] },
  bookmarked: false,
  workings: '',
  changed: false,
  sequence: 0,
  acknowledged: 0,
  writerId: '',
  changedAt: '',
})

/** A sitting that holds answers in memory and reports each change. */
export const madeUpFormRun = (questions: LoadedExam['questions'], report: (change: ReportedChange) => void): FormRun => {
  const records = new Map(
    [...questions.values()].map((question) => {
      const { blank, server } = savedQuestion(question)
      return [question.id, { ...blankRecord(question.id), ...blank, ...server }]
    }),
  )
  const listeners = createListeners<string>(reportError)
  const get = (questionId: string) => records.get(questionId) ?? blankRecord(questionId)
  const change = (questionId: string, changed: AnswerChange) => {
    records.set(questionId, { ...get(questionId), ...changed })
    report({ questionId, ...changed })
    listeners.tell(questionId)
  }
  const answers = {
    get,
    stateOf: () => undefined,
    subscribe: listeners.add,
    draft: change,
    save: async (questionId: string, changed: AnswerChange) => change(questionId, changed),
  }
  const files = { at: () => ({ names: new Set(), areAll: true }), version: () => 0, subscribe: () => () => undefined }
  // Boundary: what shows a question asks its sitting for answers and files alone.
  return { answers, files } as unknown as FormRun
}
