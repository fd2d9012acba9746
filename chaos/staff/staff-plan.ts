import { type Chance, chanceOf } from '../chance.ts'
import type { NetworkFault } from '../fault-kinds.ts'

/** Who of the staff something befalls: two markers and an invigilator. */
export const staffCount = 3

/** Something that befalls one of the staff, or all of them. `lastsMs`: until it is over. */
export type StaffStrike = {
  /** Milliseconds after the one before. */
  readonly afterMs: number
  readonly lastsMs: number
} & (
  | { readonly kind: 'network'; readonly fault: NetworkFault; readonly whose: number }
  | { readonly kind: 'browser killed'; readonly whose: number }
  | { readonly kind: 'server killed' | 'clock set' | 'restored' }
)

/** Those that concern calls of the office. What nobody gets past for good, such as a page instead of every reply, is over like all others. */
const faults: readonly NetworkFault[] = [
  ...(['cut', 'slow', 'hanging', 'lossy', 'reply lost after the commit', 'request duplicated', 'requests reordered'] as const),
  ...(['server error 500', 'server error 503', 'server error 503 after the commit', 'busy 503'] as const),
  ...(['HTML in place of a reply', 'half a reply'] as const),
]

export interface StaffPlan {
  readonly seed: number
  readonly strikes: readonly StaffStrike[]
}

const strikeOf = (chance: Chance): StaffStrike => {
  const when = { afterMs: chance.whole(500, 8000), lastsMs: chance.whole(500, 12_000) }
  const whose = chance.whole(0, staffCount - 1)
  return chance.weighted<() => StaffStrike>([
    [() => ({ ...when, kind: 'network', fault: chance.pick(faults), whose }), 10],
    [() => ({ ...when, kind: 'browser killed', whose }), 3],
    [() => ({ ...when, kind: 'server killed' }), 3],
    [() => ({ ...when, kind: 'clock set' }), 1],
    [() => ({ ...when, kind: 'restored' }), 1],
  ])()
}

/** The run of a seed. */
export const staffPlanOf = (seed: number): StaffPlan => {
  const chance = chanceOf(seed + 0x57aff)
  return { seed, strikes: Array.from({ length: chance.whole(5, 12) }, () => strikeOf(chance)) }
}
