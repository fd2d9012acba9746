/** What callers who have shown nothing of themselves may try from one network, before anything is looked up or written for them. */
export interface NewcomerLimits {
  /** Tries at once. */
  readonly capacity: number
  /** One more after this many milliseconds. */
  readonly leakMs: number
  /** Networks that are remembered; of more, those that were quiet the longest are forgotten. */
  readonly networks: number
}

/** Five times the sign-ins of the largest school that sits behind one address, and 1,200 a minute for as long as anybody likes. */
export const newcomerLimits: NewcomerLimits = { capacity: 10_000, leakMs: 50, networks: 50_000 }

/** Counts one more try from a network, and answers the milliseconds until it may be made; 0 if it may be made now. */
type CountNewcomer = (network: string, nowMs: number) => number

/**
 * Counts in memory, so that names and tokens which somebody makes up cost the database nothing once they are too many: each of them is
 * its own row there, beside learners' saves. It is each process's own; the exact limits are those of `attempts.ts`.
 */
export const createNewcomers = ({ capacity, leakMs, networks }: NewcomerLimits = newcomerLimits): CountNewcomer => {
  const counts = new Map<string, { readonly level: number; readonly atMs: number }>()
  return (network, nowMs) => {
    const last = counts.get(network)
    const left = last ? Math.max(0, last.level - Math.max(0, nowMs - last.atMs) / leakMs) : 0
    const fits = left + 1 <= capacity
    counts.delete(network)
    counts.set(network, { level: fits ? left + 1 : left, atMs: nowMs })
    if (counts.size > networks) counts.delete(counts.keys().next().value ?? network)
    return fits ? 0 : (left + 1 - capacity) * leakMs
  }
}
