import * as z from 'zod/mini'

/** How a learner has an exam shown. */
export interface DisplaySettings {
  /** Percent of the usual size that texts of questions and sources have: one of `textSizes`. */
  readonly textPercent: number
  readonly hidesClock: boolean
}

export const textSizes = [100, 125, 150, 200] as const
const usual: DisplaySettings = { textPercent: 100, hidesClock: false }

const key = 'sitwell.display'
/** People of one browser that are remembered: a room's computer meets hundreds. */
const mostPeople = 100

const version1 = z.object({
  version: z.literal(1),
  people: z.record(z.string(), z.object({ textPercent: z.number(), hidesClock: z.boolean() })),
})

const read = (storage: Pick<Storage, 'getItem'>): Readonly<Record<string, DisplaySettings>> => {
  try {
    return z.parse(version1, JSON.parse(storage.getItem(key) ?? 'null')).people
  } catch {
    // Nothing kept, or by a version to come, or a browser that keeps nothing.
    return {}
  }
}

/** What this person chose last in this browser; a size that there is no more reads as the usual one. */
export const displayOf = (storage: Pick<Storage, 'getItem'>, person: string): DisplaySettings => {
  const people = read(storage)
  const stored = (Object.hasOwn(people, person) ? people[person] : undefined) ?? usual
  return textSizes.some((size) => size === stored.textPercent) ? stored : { ...stored, textPercent: usual.textPercent }
}

export const keepDisplay = (storage: Pick<Storage, 'getItem' | 'setItem'>, person: string, settings: DisplaySettings): void => {
  const others = Object.entries(read(storage)).filter(([name]) => name !== person)
  const people = Object.fromEntries([...others, [person, settings] as const].slice(-mostPeople))
  try {
    storage.setItem(key, JSON.stringify({ version: 1, people }))
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
}
