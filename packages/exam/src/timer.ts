import { type Countdown, timeLeftMs } from './time-left.ts'

/** How a timer counts (spec 3 §4); milliseconds. */
export interface TimerSettings {
  /** -1 counts down, 1 up. */
  readonly direction: -1 | 1
  readonly startMs: number
  readonly endMs: number
  readonly tickMs: number
}

export const defaultTimer: TimerSettings = { direction: -1, startMs: 10_000, endMs: 0, tickMs: 1000 }

/** A timer that runs or stands: its settings, and the countdown that it stands on. */
export interface Timer {
  readonly settings: TimerSettings
  readonly countdown: Countdown
  readonly isPaused: boolean
}

/**
 * Starts a timer at a moment. Throws where its direction leads away from its end: it would never finish (spec 3 §8).
 */
export const startTimer = (nowMs: number, wishes: Partial<TimerSettings> = {}): Timer => {
  const settings = { ...defaultTimer, ...wishes }
  const { direction, startMs, endMs } = settings
  if ((endMs - startMs) * direction < 0)
    throw new Error(`A timer from ${startMs} to ${endMs} can't count ${direction < 0 ? 'down' : 'up'}`)
  return { settings, countdown: { startedAtMs: nowMs, remainingMs: Math.abs(endMs - startMs), pauses: [] }, isPaused: false }
}

/** A paused timer doesn't tick: what was left stays left. */
export const pauseTimer = (timer: Timer, nowMs: number): Timer =>
  timer.isPaused ? timer : { ...timer, isPaused: true, countdown: { ...timer.countdown, pauses: [{ fromMs: nowMs }] } }

/** On un-pause the start moment is reset: it counts on from here with what was left (spec 3 §4). */
export const resumeTimer = (timer: Timer, nowMs: number): Timer =>
  timer.isPaused
    ? {
        ...timer,
        isPaused: false,
        countdown: { startedAtMs: nowMs, remainingMs: timeLeftMs(timer.countdown, nowMs), pauses: [] },
      }
    : timer

/** What the timer shows, and whether it has arrived at its end. */
export const readTimer = ({ settings, countdown }: Timer, nowMs: number) => {
  const leftMs = timeLeftMs(countdown, nowMs)
  return { valueMs: settings.endMs - settings.direction * leftMs, isFinished: leftMs === 0 }
}
