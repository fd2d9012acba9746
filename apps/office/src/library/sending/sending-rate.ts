/** How many bytes had left at a moment (milliseconds, by a clock that only goes forward). */
export interface Sample {
  readonly atMs: number
  readonly bytes: number
}

/** Milliseconds over which the rate is measured: long enough not to jump, short enough to follow a change of the network. */
const windowMs = 20_000
/** Milliseconds before which nobody can tell. */
const leastMs = 2000

/** The samples with a newer one, without those that are too old to count. One that goes back begins again: bytes were lost. */
export const withSample = (samples: readonly Sample[], next: Sample): readonly Sample[] => {
  const last = samples.at(-1)
  if (last !== undefined && (next.bytes < last.bytes || next.atMs < last.atMs)) return [next]
  return [...samples.filter(({ atMs }) => next.atMs - atMs <= windowMs), next]
}

/** Milliseconds until all of a file has left, by the rate of late; undefined as long as that can't be told. */
export const remainingMs = (samples: readonly Sample[], fileSize: number): number | undefined => {
  const first = samples[0]
  const last = samples.at(-1)
  if (first === undefined || last === undefined) return undefined
  const tookMs = last.atMs - first.atMs
  const sent = last.bytes - first.bytes
  if (tookMs < leastMs || sent <= 0) return undefined
  return Math.max(0, Math.ceil(((fileSize - last.bytes) * tookMs) / sent))
}
