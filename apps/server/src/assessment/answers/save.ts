import type { TypedClaim } from '@sitwell/exam/answers/late-answers'
import type { AnswerEventTable } from '../../db/schema.ts'

/** What is found out about an answer that came late. */
export type Judged = 'typed_at' | 'judged' | 'evidence'
/** What chains it to the one before. */
export type Chained = 'number' | 'link'

/** One answer to be saved, checked already; its form run is the caller's own. */
export interface Save {
  readonly event: Omit<AnswerEventTable, 'outcome' | 'late_ms' | 'sequence' | Judged | Chained> & {
    /** Null from a player that numbers nothing: it is numbered above all that is held, while nobody else can be. */
    readonly sequence: number | null
  }
  /** The part of the paper in which the question stands; empty if no part of the exam has its own end. */
  readonly partId: string
  /**
   * The part in which this process knows the learner to be: where another has moved them meanwhile, nothing is written. Undefined where
   * that doesn't matter.
   */
  readonly seenIn?: string | undefined
  /** Id of the question that the learner is at. */
  readonly page: string
  readonly timeRemainingMs: number
  readonly elapsedMs: number
  /** When its browser says that it was typed. */
  readonly claim?: TypedClaim | undefined
  /** The moment that it says, where it could be so; whole milliseconds. */
  readonly typedMs?: number | undefined
  /** When its learner's browser was heard by it; null of an administrator's in their name. */
  readonly heardMs: number | null
  /** It had been kept in the browser, and sent later. */
  readonly isFromStore: boolean
  /** Its question was closed by its last attempt. */
  readonly isBarred?: boolean
}

/**
 * What happened to it, and under which sequence, as the history has it. `mismatched`: its request id is another save's, with another
 * question, answer, workings or sequence; nothing was written.
 */
export interface SaveOutcome {
  readonly outcome: AnswerEventTable['outcome'] | 'mismatched'
  readonly sequence: number
  /** How many saves its form run has taken with it; null or absent of one that changed nothing, or came late. */
  readonly saves?: number | null
}

/**
 * `undecided`: nothing was written, because the form run was completed before, the time was over for longer than the grace, or the
 * learner is in another part; `saveLate` knows what to do with it.
 */
export type WriteOutcome = SaveOutcome | 'undecided'
