/** How a timer of a grid form runs (spec 2 §9). Seconds. */
export interface GridTiming {
  /** How long it runs. */
  readonly seconds: number
  /** Between two dots. */
  readonly delay: number
  /** How many dots come before they go again. */
  readonly dots: number
}

/** Milliseconds between the end of a timer and what it does then. */
export const finishedActionDelayMs = 1000

export interface GridTimerState {
  readonly phase: 'running' | 'finished' | 'fired'
  /** How many dots stand there now. */
  readonly dots: number
  /** Milliseconds until this changes. */
  readonly changesInMs: number
}

/** The state of a timer that has run for so many milliseconds. */
export const gridTimerAt = ({ seconds, delay, dots }: GridTiming, elapsedMs: number): GridTimerState => {
  const endMs = seconds * 1000
  if (elapsedMs >= endMs + finishedActionDelayMs) return { phase: 'fired', dots: 0, changesInMs: Number.POSITIVE_INFINITY }
  if (elapsedMs >= endMs) return { phase: 'finished', dots: 0, changesInMs: endMs + finishedActionDelayMs - elapsedMs }
  const delayMs = delay * 1000
  const steps = Math.floor(elapsedMs / delayMs)
  return { phase: 'running', dots: steps % (dots + 1), changesInMs: Math.min(endMs, (steps + 1) * delayMs) - elapsedMs }
}

/** A timer of a grid form: it runs while it may, and keeps how far it came while it may not (a paused exam). */
export interface GridTimer {
  state(): GridTimerState
  run(): void
  hold(): void
}

/** `onChange` is told each new state; the last one, `fired`, once. */
export const createGridTimer = (
  timing: GridTiming,
  { nowMs, onChange }: { nowMs(): number; onChange(state: GridTimerState): void },
): GridTimer => {
  let ranMs = 0
  let startedAtMs: number | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let hasFired = false
  const elapsedMs = () => ranMs + (startedAtMs === undefined ? 0 : Math.max(0, nowMs() - startedAtMs))
  const state = () => gridTimerAt(timing, elapsedMs())
  const step = () => {
    const now = state()
    if (hasFired) return
    hasFired = now.phase === 'fired'
    // A browser's timer may fire a little early; the state then asks for the rest.
    if (!hasFired) waiting = setTimeout(step, Math.max(1, Math.ceil(now.changesInMs)))
    onChange(now)
  }
  return {
    state,
    run() {
      if (startedAtMs !== undefined || hasFired) return
      startedAtMs = nowMs()
      step()
    },
    hold() {
      clearTimeout(waiting)
      ranMs = elapsedMs()
      startedAtMs = undefined
    },
  }
}
