import type { Attendance } from '@sitwell/contract'
import type { Stretch } from '@sitwell/exam/ledger/standstill'

/** What the server knows of somebody's sitting. All moments are Unix ms of the server's clock. */
export interface SittingFacts {
  readonly formRunGuid: string
  readonly startedAtMs: number
  readonly completedAtMs: number | undefined
  readonly completedBecause: 'chosen' | 'time-over' | 'server' | 'staff' | undefined
  /** When something was heard of its page last. */
  readonly heardAtMs: number | undefined
  /** When an answer was stored last. */
  readonly savedAtMs: number | undefined
  /** When its time is over, if nothing else happens; undefined without an end, and in a pause that nobody has ended. */
  readonly endsAtMs: number | undefined
  /** Since when its last pause is, or was, and until when: `Infinity` if nobody has ended it. */
  readonly pausedAtMs: number | undefined
  readonly heldUntilMs: number | undefined
  /** Milliseconds that are left in a pause that nobody has ended; undefined without a limit. */
  readonly standingLeftMs: number | undefined
  /** The allowance of rest breaks in milliseconds, and those that were had: the last one may not be over. */
  readonly rest: { readonly allowanceMs: number; readonly breaks: readonly Stretch[] }
  readonly question: { readonly number: number; readonly of: number } | undefined
  readonly ownMs: number
  readonly addedMs: number
  readonly supervision: readonly { readonly provider: string; readonly what: string }[]
  readonly requestedAtMs: number | undefined
  readonly incidents: number
}

/** What a page said of itself last. */
export interface PageFacts {
  readonly waitedAtMs: number | undefined
  readonly reportedAtMs: number | undefined
  readonly leftMs: number | undefined
  readonly offMs: number | undefined
  readonly clockOffMs: number | undefined
  readonly unsent: number
  readonly build: string | undefined
}

/** A person in the live view, as the database has them. */
export interface LiveFacts {
  readonly scheduleGuid: string
  readonly userGuid: string
  readonly userId: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly examGuid: string
  readonly examName: string
  readonly deliveryId: string | undefined
  readonly roomId: string | undefined
  readonly opensAtMs: number | undefined
  readonly closesAtMs: number | undefined
  readonly isHeld: boolean
  /** Before the start: milliseconds for the whole exam, of accommodations, and given on top. */
  readonly wholeMs: number | undefined
  readonly ownMs: number
  readonly addedMs: number
  readonly attendance: Attendance | undefined
  readonly page: PageFacts | undefined
  readonly sitting: SittingFacts | undefined
}
