/** Chance that follows from a seed: the same seed, the same numbers in the same order. */
export interface Chance {
  /** From 0 up to, and without, 1. */
  number(): number
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  isTrue(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of them, each as likely as its weight says. */
  weighted<T>(list: readonly (readonly [item: T, weight: number])[]): T
}

/** Mulberry32 over a scrambled seed, so that neighbouring seeds have nothing in common. */
export const chanceOf = (seed: number): Chance => {
  let state = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b) ^ 0x9e3779b9
  const number = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(number() * list.length)]
    if (found === undefined) throw new Error('There is nothing to pick from.')
    return found
  }
  return {
    number,
    whole: (from, to) => from + Math.floor(number() * (to - from + 1)),
    isTrue: (probability) => number() < probability,
    pick,
    weighted(list) {
      let left = number() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of list) {
        left -= weight
        if (left < 0) return item
      }
      return pick(list)[0]
    },
  }
}
