import type { DeliveryResults } from '@sitwell/contract'

const soonestMs = 1000
const latestMs = 15_000
const longestSleepMs = 10 * 60_000

/** What a look shows of how far freezing and releasing are: the same for as long as nothing moves. */
export const progressOf = ({ sets }: Pick<DeliveryResults, 'sets'>): string =>
  JSON.stringify(sets.map(({ set, state, freezing, released }) => [set, state, freezing?.done, released?.done]))

const within = (ms: number): number => Math.min(Math.max(ms, soonestMs), latestMs)

/**
 * Ms until the results of a delivery are read again by themselves; false: they aren't. While a release goes on they are read often, and less often the longer nothing has moved
 * (`unmovedMs`); a page that waits for a planned release sleeps until it is due.
 */
export const lookAgainMs = (
  { sets }: Pick<DeliveryResults, 'sets'>,
  { nowMs, unmovedMs }: { readonly nowMs: number; readonly unmovedMs: number },
): number | false => {
  if (sets.some(({ state, freezing }) => state === 'releasing' || freezing !== undefined)) return within(unmovedMs / 2)
  const due = sets.flatMap(({ state, planned }) => (state === 'confirmed' && planned ? [Date.parse(planned.at)] : []))
  if (due.length === 0) return false
  const untilMs = Math.min(...due) - nowMs
  return untilMs > 0 ? Math.min(untilMs + soonestMs, longestSleepMs) : within(Math.min(unmovedMs, -untilMs) / 2)
}
