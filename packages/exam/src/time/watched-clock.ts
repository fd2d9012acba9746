/** What the two clocks of a browser read at one moment, in milliseconds. */
export interface ClockReading {
  /** The computer's clock, which anybody may set. */
  readonly wallMs: number
  /** A clock that nobody can set; it may stand still while the computer sleeps. */
  readonly steadyMs: number
}

/** The candidate left the exam's window and, once `toMs` is there, came back: moments of the computer's clock. */
export interface Absence {
  readonly fromMs: number
  readonly toMs?: number | undefined
}

/** A clock for the time of an exam, and by how much the computer's was changed under it. */
export interface WatchedClock {
  readonly reading: ClockReading
  /** What the time of the exam counts in: it starts where the computer's clock was, and never goes back. */
  readonly nowMs: number
  /** By how much the computer's clock was set forward in all since; back where negative. */
  readonly shiftedMs: number
}

/** More than this, either way, is a clock that was changed (spec 3 §9). */
export const clockJumpMs = 60_000
/** How far a jump may be outside of an absence and still be it (spec 3 §9). */
export const resumeGraceMs = 1000

export const watchClock = (reading: ClockReading): WatchedClock => ({ reading, nowMs: reading.wallMs, shiftedMs: 0 })

const isAbsent = (before: ClockReading, after: ClockReading, absences: readonly Absence[]) =>
  absences.some(
    ({ fromMs, toMs = Number.POSITIVE_INFINITY }) =>
      fromMs <= before.wallMs + resumeGraceMs && after.wallMs <= toMs + resumeGraceMs && before.wallMs <= after.wallMs,
  )

/**
 * The clock at its next reading. Where the computer's clock moved by over 60 seconds more or less than time passed, it was
 * changed: the change is taken out, as if the start had been shifted by it, and `changedByMs` says so. Not where the candidate
 * was away meanwhile: a laptop that slept has let the time pass (spec 3 §4).
 */
export const readClock = (
  clock: WatchedClock,
  reading: ClockReading,
  absences: readonly Absence[],
): { readonly clock: WatchedClock; readonly changedByMs?: number } => {
  const jumpMs = reading.wallMs - clock.reading.wallMs - (reading.steadyMs - clock.reading.steadyMs)
  const isChange = Math.abs(jumpMs) > clockJumpMs && !isAbsent(clock.reading, reading, absences)
  const shiftedMs = clock.shiftedMs + (isChange ? jumpMs : 0)
  const nowMs = Math.max(clock.nowMs, reading.wallMs - shiftedMs)
  return { clock: { reading, nowMs, shiftedMs }, ...(isChange && { changedByMs: jumpMs }) }
}
