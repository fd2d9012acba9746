import { readServerTime, type ServerTime, startServerTime } from '@sitwell/exam/time/server-clock'
import type { Clock } from '../clock.ts'
import type { Machine } from './machine.ts'

/** The clock of a server, which doesn't jump with its machine's. */
export interface ServerClock extends Clock {
  /** How it stands beside the machine's. */
  standing(): Pick<ServerTime, 'nowMs' | 'awayMs' | 'heldSinceMs'>
  /** Sets it, at a start or because an operator says so. */
  set(nowMs: number, heldSinceMs?: number): void
}

/** Milliseconds between two looks at the machine's clock. */
const lookMs = 1000

/** Reads as the machine's clock until it is set. */
export const createServerClock = (machine: Machine): ServerClock => {
  const first = machine.read()
  let time = startServerTime(first, first.wallMs)
  /** What was told last: what the machine's clock is behind is worked off by going slower, never by going back. */
  let reportedMs = Number.NEGATIVE_INFINITY
  const look = () => {
    time = readServerTime(time, machine.read())
    return time
  }
  return {
    nowMs: () => {
      const passedMs = machine.steadyMs() - time.reading.steadyMs
      reportedMs = Math.max(reportedMs, Math.floor(passedMs >= lookMs ? look().nowMs : time.nowMs + passedMs))
      return reportedMs
    },
    standing: () => {
      const { nowMs, awayMs, heldSinceMs } = look()
      return { nowMs: Math.floor(nowMs), awayMs: Math.round(awayMs), heldSinceMs }
    },
    set: (nowMs, heldSinceMs) => {
      reportedMs = Number.NEGATIVE_INFINITY
      time = startServerTime(machine.read(), nowMs, heldSinceMs)
    },
  }
}

/** A clock that a test holds, as a server's: nothing sets it but the test. */
export const heldServerClock = ({ nowMs }: Clock): ServerClock => ({
  nowMs,
  standing: () => ({ nowMs: nowMs(), awayMs: 0 }),
  set: () => {},
})
