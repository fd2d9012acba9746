import type { Question } from '@sitwell/contract'
import { type Answered, type AnsweredParts, answeredOf } from '@sitwell/exam/paper/answered'
import { answeredParts } from '@sitwell/question-types/rules'
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

/** What of a question is answered, by the answer and the files that the sitting has of it. */
export const partsAnswered = ({ answers, files }: Pick<FormRun, 'answers' | 'files'>, question: Question): AnsweredParts =>
  answeredParts(question, answers.get(question.id).answer, files.at(question.id))

/** How much of a question is answered, as it changes. */
export const useAnswered = (formRun: FormRun, question: Question): Answered => {
  useAnswer(formRun, question.id)
  useSyncExternalStore(formRun.files.subscribe, formRun.files.version)
  return answeredOf(partsAnswered(formRun, question))
}
