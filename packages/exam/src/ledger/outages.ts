/** A stretch of time in which no server answered, in milliseconds of the servers' clock. */
export interface Outage {
  readonly fromMs: number
  readonly toMs: number
}

/** What of these outages is between two moments: in order, those that touch or overlap as one, none empty. */
export const outagesWithin = (outages: readonly Outage[], fromMs: number, toMs: number): Outage[] => {
  const within = outages
    .map((one) => ({ fromMs: Math.max(one.fromMs, fromMs), toMs: Math.min(one.toMs, toMs) }))
    .filter((one) => one.fromMs < one.toMs)
    .sort((one, other) => one.fromMs - other.fromMs)
  const joined: Outage[] = []
  for (const one of within) {
    const last = joined.at(-1)
    if (last && one.fromMs <= last.toMs) joined[joined.length - 1] = { ...last, toMs: Math.max(last.toMs, one.toMs) }
    else joined.push(one)
  }
  return joined
}
