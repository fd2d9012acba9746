/** How often a recording was begun, and where its last play stands. */
export interface Plays {
  readonly count: number
  /** Whole seconds of the last play that were heard; undefined once it came to its end, and where none was begun. */
  readonly atSeconds: number | undefined
}

export const notPlayed: Plays = { count: 0, atSeconds: undefined }

/** `2` were heard to their end; of `2@35` the second stands at 35 seconds. */
const written = /^([1-9]\d{0,2})(?:@(\d{1,5}))?$/

/** What a field of a recording holds; undefined where it is nothing of that kind. */
export const playsIn = (value: string): Plays | undefined => {
  const [, count, at] = written.exec(value) ?? []
  return count === undefined ? undefined : { count: Number(count), atSeconds: at === undefined ? undefined : Number(at) }
}

export const writePlays = ({ count, atSeconds }: Plays): string => {
  if (count === 0) return ''
  return atSeconds === undefined ? `${count}` : `${count}@${Math.min(99_999, Math.floor(atSeconds))}`
}

const isFurther = (one: Plays, other: Plays): boolean =>
  one.count === other.count
    ? (one.atSeconds ?? Number.POSITIVE_INFINITY) > (other.atSeconds ?? Number.POSITIVE_INFINITY)
    : one.count > other.count

/** The one of these that says the most was heard: what one device doesn't know of was heard all the same. */
export const furthestPlays = (values: readonly (string | undefined)[]): Plays =>
  values.reduce<Plays>((furthest, value) => {
    const plays = playsIn(value ?? '')
    return plays && (furthest.count === 0 || isFurther(plays, furthest)) ? plays : furthest
  }, notPlayed)
