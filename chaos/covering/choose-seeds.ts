import type { Chance } from '../chance.ts'

/** A seed, and everything that its run shows. */
export interface Candidate {
  readonly seed: number
  readonly traits: ReadonlySet<string>
}

/** Candidates of each trait that are worth a look: those that show most. */
const mostOfEach = 60
const idleRounds = 3

const worthALook = (candidates: readonly Candidate[], wanted: readonly string[]): Candidate[] => {
  const byTraits = candidates.toSorted((a, b) => b.traits.size - a.traits.size)
  const pool = wanted.flatMap((trait) => byTraits.filter(({ traits }) => traits.has(trait)).slice(0, mostOfEach))
  return [...new Set(pool)]
}

const countOf = (chosen: readonly Candidate[], wanted: readonly string[]) =>
  wanted.filter((trait) => chosen.some(({ traits }) => traits.has(trait))).length

/** Exchanges one after the other for one that adds as much to the rest or more, until a few rounds have gained nothing. */
const improve = (
  begun: readonly Candidate[],
  pool: readonly Candidate[],
  wanted: readonly string[],
  chance: Chance,
): Candidate[] => {
  const chosen = [...begun]
  let gained = countOf(chosen, wanted)
  for (let idle = 0, place = 0; idle < idleRounds * chosen.length; place = (place + 1) % chosen.length) {
    const others = chosen.filter((_, index) => index !== place)
    const open = wanted.filter((trait) => !others.some(({ traits }) => traits.has(trait)))
    const addedBy = ({ traits }: Candidate) => open.filter((trait) => traits.has(trait)).length
    const adds = pool.map((one) => ({ one, added: addedBy(one) }))
    const most = Math.max(...adds.map(({ added }) => added))
    chosen[place] = chance.pick(adds.filter(({ added }) => added === most)).one
    const now = wanted.length - open.length + most
    idle = now > gained ? 0 : idle + 1
    gained = now
  }
  return chosen
}

/** This many seeds whose runs together show what is wanted; undefined if none are found in this many tries. */
export const chooseSeeds = (
  candidates: readonly Candidate[],
  { count, wanted, tries, chance }: { count: number; wanted: readonly string[]; tries: number; chance: Chance },
): number[] | undefined => {
  const pool = worthALook(candidates, wanted)
  if (pool.length === 0) return undefined
  for (let left = tries; left > 0; left -= 1) {
    const chosen = improve(
      Array.from({ length: count }, () => chance.pick(pool)),
      pool,
      wanted,
      chance,
    )
    if (countOf(chosen, wanted) === wanted.length) return chosen.map(({ seed }) => seed).sort((a, b) => a - b)
  }
  return undefined
}
