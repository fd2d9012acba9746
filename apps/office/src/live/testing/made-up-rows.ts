import type { LiveRow } from '@sitwell/contract'

/** The moment at which made-up rows stand (the server's time, Unix ms). */
export const madeUpNowMs = Date.UTC(2026, 11, 3, 10, 2, 30)

/** A moment so many milliseconds before it, ISO 8601. */
export const before = (ms: number): string => new Date(madeUpNowMs - ms).toISOString()

/** Somebody who works, with the fields that are named changed. */
export const madeUpRow = (changed: Partial<LiveRow> = {}): LiveRow => ({
  ...{ rowID: 'row-1', userID: 1, username: 'lena', firstName: 'Lena', lastName: 'Lindqvist' },
  ...{ examGuid: 'exam', examName: 'Food Safety', formRunGuid: 'run-1', isOwn: false, state: 'working' },
  ...{ isPaused: false, isHeld: false, supervision: [], isUnsupervised: false, incidents: 0 },
  startedAt: before(1_800_000),
  contactAt: before(3000),
  savedAt: before(7000),
  question: { number: 5, of: 23 },
  time: { endsAt: before(-53 * 60_000) },
  ...changed,
})
