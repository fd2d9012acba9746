/** A stretch in which the clock doesn't count, in milliseconds of the same clock; one without an end still lasts. */
export interface Pause {
  readonly fromMs: number
  readonly toMs?: number
}

/** What a countdown stands on: it started with so much left, and was paused in between. */
export interface Countdown {
  /** Moment on the clock, in milliseconds. */
  readonly startedAtMs: number
  /** What was left at that moment, in milliseconds. */
  readonly remainingMs: number
  readonly pauses: readonly Pause[]
}

/** Milliseconds of `pauses` that lie between `fromMs` and `toMs`; overlapping pauses count once. */
const pausedMs = (pauses: readonly Pause[], fromMs: number, toMs: number) => {
  let counted = 0
  let until = fromMs
  for (const pause of [...pauses].sort((a, b) => a.fromMs - b.fromMs)) {
    const start = Math.max(pause.fromMs, until)
    const end = Math.min(pause.toMs ?? toMs, toMs)
    if (end <= start) continue
    counted += end - start
    until = end
  }
  return counted
}

/** Milliseconds that have counted since the start, pauses taken out. */
export const usedMs = (countdown: Countdown, nowMs: number) => {
  const sinceStart = Math.max(0, nowMs - countdown.startedAtMs)
  return sinceStart - pausedMs(countdown.pauses, countdown.startedAtMs, countdown.startedAtMs + sinceStart)
}

/**
 * Milliseconds left at a moment: never below 0, and never more than at an earlier moment (spec 3 §4). It is worked out from the
 * moments, not counted tick by tick, so a tab that was asleep is right again at once.
 */
export const timeLeftMs = (countdown: Countdown, nowMs: number) =>
  Math.max(0, Math.min(countdown.remainingMs, countdown.remainingMs - usedMs(countdown, nowMs)))

/** A clock that never goes back: where the computer's does, it waits until that has caught up. */
export const neverBack = (nowMs: () => number): (() => number) => {
  let latest = Number.NEGATIVE_INFINITY
  return () => {
    latest = Math.max(latest, nowMs())
    return latest
  }
}
