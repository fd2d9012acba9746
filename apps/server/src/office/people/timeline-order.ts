/** Where an entry comes from; of those of one moment, the ones named first are the newer ones. */
export const sources = ['event', 'handed-in', 'started'] as const
export type Source = (typeof sources)[number]

/** The place of an entry: moment in milliseconds since 1970, source, and its own id within the source. */
export interface Placed {
  readonly at: number
  readonly source: Source
  readonly id: string
}

/** The newest first. Ids are compared by their code units. */
export const byNewest = (one: Placed, other: Placed): number => {
  if (one.at !== other.at) return other.at - one.at
  const [first, second] = [sources.indexOf(one.source), sources.indexOf(other.source)]
  if (first !== second) return first - second
  if (one.id === other.id) return 0
  return one.id > other.id ? -1 : 1
}

/** What a source has still to give behind an entry: what is older than `at`, and of that very moment what has an id below `idBelow`. */
export interface Behind {
  readonly at: number
  /** `''`: nothing of that moment; undefined: all of it. */
  readonly idBelow: string | undefined
}

/** What a source has still to give after the last entry of a page. */
export const behindOf = (source: Source, last: Placed): Behind => {
  const [own, given] = [sources.indexOf(source), sources.indexOf(last.source)]
  if (own === given) return { at: last.at, idBelow: last.id }
  return { at: last.at, idBelow: own < given ? '' : undefined }
}

/** A page of entries out of those that the sources gave, each at least its own page if it has so many. */
export const pageOf = <Entry extends Placed>(entries: readonly Entry[], limit: number) => {
  const sorted = [...entries].sort(byNewest)
  const page = sorted.slice(0, limit)
  return { page, last: sorted.length > limit ? page.at(-1) : undefined }
}
