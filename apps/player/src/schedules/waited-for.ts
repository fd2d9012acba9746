import type { Schedule } from '@sitwell/contract'
import { type Facts, standingOf } from './standing-of.ts'

/** Milliseconds before a start from which on a page waits for it, and after it: until it is plain that nobody holds it, and while it is held. */
const waitsMs = { before: 900_000, after: 60_000, held: 7_200_000 }

/** This many starts are waited for at most. */
const mostWaited = 3

/** The guids of those whose start is waited for: it comes soon, has just come, or is held. */
export const waitedFor = <S extends Facts & Pick<Schedule, 'guid'>>(schedules: readonly S[], nowMs: number): string[] =>
  schedules
    .filter((schedule) => {
      const inMs = Date.parse(schedule.startDt ?? '') - nowMs
      const afterMs = standingOf(schedule, nowMs) === 'held' ? waitsMs.held : waitsMs.after
      return !(schedule.completed || schedule.commenced) && inMs < waitsMs.before && inMs > -afterMs
    })
    .slice(0, mostWaited)
    .map(({ guid }) => guid)
