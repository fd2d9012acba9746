import type { FormRunState } from '@sitwell/contract'
import { countable } from '@sitwell/exam/time/milliseconds'
import type { FormRunRecord } from '../../storage/records.ts'
import type { SittingTime } from './sitting-time.ts'

/** In milliseconds: for how long the learner waited, and how long ago that was over. */
interface Waited {
  readonly forMs: number
  readonly endedAgoMs: number
}

/** The time while the key of the part is waited for in which the learner is: it stands still, beyond the page too. */
export interface KeyWait {
  isOn(): boolean
  start(): void
  /** The learner went elsewhere without having got it. */
  leave(): void
  /** It has come, or there is none any more; the server says how the form run stands. */
  end(state: FormRunState | undefined): void
  /** What was waited and not yet ended. */
  waits(): Waited[]
  /** What of it outlives the page. */
  stored(): Pick<FormRunRecord, 'waitingSinceMs'>
}

interface KeyWaitParts {
  readonly time: Pick<SittingTime, 'pause' | 'resume' | 'meet'>
  /** The computer's clock: it continues while the page is away. */
  wallNow(): number
  /** The server's ledger is known up to this number. */
  heard(number: number): void
  /** What is kept has changed. */
  keep(): void
}

/** Goes on with a wait that an earlier page began, where it did. */
export const createKeyWait = (sinceMs: number | undefined, { time, wallNow, heard, keep }: KeyWaitParts): KeyWait => {
  let waitingSinceMs = sinceMs
  /** Stretches that the learner waited, and left before the key came: up to when, by the computer's clock. */
  let waited: readonly { readonly forMs: number; readonly untilMs: number }[] = []
  return {
    isOn: () => waitingSinceMs !== undefined,
    start() {
      if (waitingSinceMs !== undefined) return
      waitingSinceMs = wallNow()
      time.pause('key')
      keep()
    },
    leave() {
      if (waitingSinceMs === undefined) return
      waited = [...waited, { forMs: countable(wallNow() - waitingSinceMs), untilMs: wallNow() }]
      waitingSinceMs = undefined
      time.resume('key')
      keep()
    },
    end(state) {
      waited = []
      waitingSinceMs = undefined
      if (state) {
        heard(state.number)
        time.meet(state)
      }
      time.resume('key')
      keep()
    },
    waits() {
      const nowMs = wallNow()
      const now = waitingSinceMs === undefined ? [] : [{ forMs: countable(nowMs - waitingSinceMs), endedAgoMs: 0 }]
      return [...waited.map(({ forMs, untilMs }) => ({ forMs, endedAgoMs: countable(nowMs - untilMs) })), ...now]
    },
    stored: () => (waitingSinceMs === undefined ? {} : { waitingSinceMs }),
  }
}
