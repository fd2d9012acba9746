import type { ReplyOf, result } from '@sitwell/contract'
import type { Receipt } from '@sitwell/exam/answers/receipt'

/** A receipt, and whether this browser came to the same checksum; undefined if it could work none out. */
export interface CheckedReceipt extends Receipt {
  readonly isConfirmed: boolean | undefined
}

/** A result as the player shows it (spec 3 §3). */
export interface ExamResult {
  readonly marks: number
  readonly totalMarks: number
  /** Percent. */
  readonly score: number
  readonly grade: string
  /** Null if the exam has no pass mark. */
  readonly passed: boolean | null
  readonly message: string
  readonly allowImmediateResit: boolean
  readonly resultStillBeingProcessed: boolean
  /** Answers that a person has to mark first. */
  readonly awaitingPerson: number
  /** What could be marked while others wait, and the most that these may come to; absent if nothing is told of it. */
  readonly soFar?: { readonly score: number; readonly waiting: number }
  /** Nothing is shown before somebody confirms the result: asking again soon is no use. */
  readonly isAwaitingRelease?: boolean
  /** An answer came after the finish, and the exam is being marked again. */
  readonly isHeld?: boolean
  /** The questions of whose answers something is said; absent if nothing is, or may be yet. */
  readonly questionFeedback?: NonNullable<ReplyOf<typeof result>['questionFeedback']>
  /** Absent if the server gives none. */
  readonly receipt?: CheckedReceipt
}

/** The server's result in the player's terms; `localChecksum` is what this browser came to over its own answers. */
export const toExamResult = (reply: ReplyOf<typeof result>, localChecksum?: string): ExamResult => ({
  marks: reply.score,
  totalMarks: reply.maxScore,
  score: reply.percentScore,
  grade: reply.grade,
  passed: reply.pass,
  message: reply.feedbackMessage,
  allowImmediateResit: reply.immediateResitAvailable,
  resultStillBeingProcessed: !reply.marked,
  awaitingPerson: reply.awaitingPerson ?? 0,
  ...(reply.resultStillBeingProcessed && { isAwaitingRelease: true }),
  ...(reply.held && { isHeld: true }),
  ...(reply.soFar && { soFar: reply.soFar }),
  ...(reply.questionFeedback && { questionFeedback: reply.questionFeedback }),
  ...(reply.receipt && {
    receipt: {
      ...reply.receipt,
      isConfirmed: localChecksum === undefined ? undefined : localChecksum === reply.receipt.checksum,
    },
  }),
})

/** Characters up to which a feedback message stands beside its icon (spec 3 §4). */
const shortFeedbackCharacters = 80

/** Whether a feedback message has its own block under its icon (decision 42). What it is laid out with doesn't count. */
export const isLongFeedback = (html: string): boolean =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#?\w+;/g, '_')
    .trim().length > shortFeedbackCharacters
