import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import { xml } from '@sitwell/question-types/qti'
import { showsFeedbackIn } from './feedback-xml.ts'

/** Whether any question of an exam is checked while it continues. */
export const isCheckedSingly = (questions: Iterable<AuthoredQuestion>): boolean =>
  [...questions].some(({ attempts }) => attempts)

export const isAdaptive = ({ attempts }: AuthoredQuestion): boolean => attempts !== false && attempts?.adaptive === true

/** The buttons of an item, below what it asks. */
export const endingsXml = ({ attempts }: AuthoredQuestion): string =>
  ((attempts ? attempts.endings : undefined) ?? [])
    .map(({ response, title }) => xml('p', {}, xml('qti-end-attempt-interaction', { 'response-identifier': response, title })))
    .join('')

/** What an item says of attempts that QTI can't. */
export const attemptsLost = ({ attempts }: AuthoredQuestion): string[] =>
  attempts && attempts.feedback === 'none' ? ['In QTI its feedback is told after each attempt but the last.'] : []

/**
 * What a test says of the attempts at an item and of its feedback; empty if it says nothing. `isIndividual`: its answers are handed in one by
 * one, those of all items.
 */
export const controlXml = (
  question: AuthoredQuestion,
  { questionFeedback, isIndividual }: { readonly questionFeedback: boolean | undefined; readonly isIndividual: boolean },
): string => {
  const { attempts } = question
  const shows = attempts ? (attempts.feedback ?? 'each') === 'each' : showsFeedbackIn(question, questionFeedback)
  const most = attempts ? (attempts.most ?? 0) : undefined
  const attributes = {
    ...(isIndividual && most !== undefined && { 'max-attempts': most }),
    ...(shows !== undefined && { 'show-feedback': String(shows) }),
  }
  return Object.keys(attributes).length === 0 ? '' : xml('qti-item-session-control', attributes)
}

/** What handing in one by one makes otherwise of the questions that aren't checked here. */
export const toldAtOnce = (questions: readonly AuthoredQuestion[], questionFeedback: boolean | undefined): string[] =>
  questions.flatMap((question) => (!question.attempts && showsFeedbackIn(question, questionFeedback) ? [question.id] : []))
