import type { Question } from '@sitwell/contract'
import { rulesOf } from '@sitwell/question-types/rules'
import { useCallback, useSyncExternalStore } from 'react'
import type { AnswerRecord } from '../../../storage/records.ts'
import type { SaveState } from '../../../sync/answers/answer-book.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'

const useOfQuestion = <T>(formRun: FormRun, questionId: string, read: (questionId: string) => T): T => {
  const subscribe = useCallback(
    (onChange: () => void) => formRun.answers.subscribe((changed) => changed === questionId && onChange()),
    [formRun, questionId],
  )
  return useSyncExternalStore(subscribe, () => read(questionId))
}

/** The answer to a question, as it changes. */
export const useAnswer = (formRun: FormRun, questionId: string): AnswerRecord =>
  useOfQuestion(formRun, questionId, formRun.answers.get)

/** Where the answer to a question is, as it travels. */
export const useSaveState = (formRun: FormRun, questionId: string): SaveState | undefined =>
  useOfQuestion(formRun, questionId, formRun.answers.stateOf)

/** Whether a question counts as answered, as its type says. */
export const isAnswered = (question: Question, record: AnswerRecord): boolean => {
  const rules = rulesOf(question.type)
  return rules.isAnswered(question, rules.fromWire(question, record.answer))
}
