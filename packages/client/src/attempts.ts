import type { Failure, OutcomeOf } from './outcome.ts'

/** Attempts of a call in all (spec 1 §7). */
export const defaultAttempts = 3

/** Milliseconds before the second and the third attempt (decisions); any later one waits as the third did. */
const waitsMs = [300, 1000] as const

export interface Waiting {
  wait(delayMs: number): Promise<void>
  /** 0 to 1. */
  random(): number
}

/** A "no" of the server stands; only what may be otherwise in a moment is tried again. */
const isWorthAnother = (failure: Failure): boolean =>
  failure.kind === 'unreachable' ? failure.isWhole !== true : failure.status >= 500

/** Makes attempts until one succeeds or the number is used up; waits between them, a quarter more or less by chance. */
export const withAttempts = async <T>(
  attempt: () => Promise<OutcomeOf<T>>,
  { wait, random }: Waiting,
  { attempts = defaultAttempts, signal }: { attempts?: number | undefined; signal?: AbortSignal | undefined },
): Promise<OutcomeOf<T>> => {
  let outcome = await attempt()
  for (let made = 1; made < attempts; made += 1) {
    if (outcome.ok || !isWorthAnother(outcome) || signal?.aborted === true) return outcome
    const delayMs = waitsMs[Math.min(made, waitsMs.length) - 1] ?? 0
    await wait(delayMs * (0.75 + random() / 2))
    outcome = await attempt()
  }
  return outcome
}
