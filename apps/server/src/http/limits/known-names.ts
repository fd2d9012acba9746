/** Names that were let in from a network, as keyed hashes. */
export interface KnownNames {
  has(hash: string): boolean
  add(hash: string): void
}

/** The learners of fifty of the largest schools, at about 10 MB. */
const usualMost = 100_000

/** Remembers so many, in memory; of more, those that were let in the longest ago are forgotten. */
export const createKnownNames = (most = usualMost): KnownNames => {
  const names = new Set<string>()
  return {
    has: (hash) => names.has(hash),
    add: (hash) => {
      names.delete(hash)
      names.add(hash)
      if (names.size > most) names.delete(names.values().next().value ?? hash)
    },
  }
}
