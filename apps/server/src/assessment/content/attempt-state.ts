import type { AttemptState, Question } from '@sitwell/contract'
import { type AuthoredQuestion, standingAfter, toldAfter } from '@sitwell/question-types/marking'
import type { KeptAttempt, KeptAttempts, LoadedExam } from '../form-run/index.ts'

/** How a question stands after attempts at it, as its learner may know it: an allow-list. */
export const attemptStateOf = (question: AuthoredQuestion, kept: readonly KeptAttempt[]): AttemptState => {
  const after = standingAfter(question, kept)
  return {
    count: after.count,
    ...(after.left !== undefined && { left: after.left }),
    isClosed: kept.at(-1)?.isLast ?? false,
    feedback: toldAfter(question, after).map(({ title, html }) => ({ ...(title !== undefined && { title }), html })),
  }
}

/** All HTML that a learner was told after attempts while the exam continues. */
export const toldHtmlOf = ({ questions }: Pick<LoadedExam, 'questions'>, attempts: KeptAttempts): string[] =>
  questions.flatMap((question) => attemptStateOf(question, attempts.get(question.id) ?? []).feedback.map(({ html }) => html))

/** What of its attempts stands with a question in the content of its exam. */
export const withAttemptState = (shown: Question, question: AuthoredQuestion | undefined, attempts: KeptAttempts): Question => {
  const kept = attempts.get(shown.id)
  if (!kept || !question?.attempts || typeof shown.attempts !== 'object') return shown
  return { ...shown, attempts: { ...shown.attempts, state: attemptStateOf(question, kept) } }
}
