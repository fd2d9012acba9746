import type { ReplyOf, result } from '@sitwell/contract'

/** A result as the player shows it (spec 3 §3). */
export interface ExamResult {
  readonly marks: number
  readonly totalMarks: number
  /** Percent. */
  readonly score: number
  readonly grade: string
  /** Null where the exam has no pass mark. */
  readonly passed: boolean | null
  readonly message: string
  readonly allowImmediateResit: boolean
  readonly resultStillBeingProcessed: boolean
}

/** The server's result in the player's terms. */
export const toExamResult = (reply: ReplyOf<typeof result>): ExamResult => ({
  marks: reply.score,
  totalMarks: reply.maxScore,
  score: reply.percentScore,
  grade: reply.grade,
  passed: reply.pass,
  message: reply.feedbackMessage,
  allowImmediateResit: reply.immediateResitAvailable,
  resultStillBeingProcessed: !reply.marked,
})

/** Characters up to which a feedback message stands beside its icon; a longer one has a block of its own (decisions). */
export const shortFeedbackCharacters = 80
