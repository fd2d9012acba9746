/** How a timer counts (spec 3 §4); milliseconds. */
export interface TimerSettings {
  /** -1 counts down, 1 up. */
  readonly direction: -1 | 1
  readonly startMs: number
  readonly endMs: number
  readonly tickMs: number
}

const defaultTimer: TimerSettings = { direction: -1, startMs: 10_000, endMs: 0, tickMs: 1000 }

/**
 * The settings of a timer: the wishes, and the defaults for the rest. Throws an error if the direction leads away from the end, for such
 * a timer would never finish (spec 3 §8).
 */
export const timerSettings = (wishes: Partial<TimerSettings> = {}): TimerSettings => {
  const settings = { ...defaultTimer, ...wishes }
  const { direction, startMs, endMs } = settings
  if ((endMs - startMs) * direction < 0)
    throw new Error(`A timer from ${startMs} to ${endMs} can't count ${direction < 0 ? 'down' : 'up'}`)
  return settings
}
