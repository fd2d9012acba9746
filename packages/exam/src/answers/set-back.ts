/** What a server remembers of its database's generation: the last one that it knew, and the signs of life that it saw in it. */
export interface KnownGeneration {
  /** Counts from 1. */
  readonly number: number
  readonly generation: string
  /** Signs of life that servers have written in it: never fewer. */
  readonly beats: number
  /** What names the place of the database: its file, or its cluster, timeline and tables. A copy that was put back has another. */
  readonly mark: string
}

/** Why a database is taken to be set back. */
export type SetBackSign = 'generation-lost' | 'beats-lost' | 'other-place' | 'saves-lost'

/**
 * Whether the database, as it says now, is older than a server remembers it, or is at another place than when its generation
 * began. Undefined if nothing speaks for that.
 */
export const signOfSetBack = (
  known: Omit<KnownGeneration, 'mark'> | undefined,
  held: KnownGeneration,
  mark: string,
): SetBackSign | undefined => {
  if (known) {
    if (held.number < known.number) return 'generation-lost'
    if (held.number === known.number && held.generation !== known.generation) return 'generation-lost'
    if (held.generation === known.generation && held.beats < known.beats) return 'beats-lost'
  }
  return held.mark === mark ? undefined : 'other-place'
}

/** What a page has heard of its form run: the generation, and how many saves the server had counted. */
export interface HeardOfRun {
  readonly generation?: string | undefined
  readonly saves?: number | undefined
  /** The server's seal under that count. */
  readonly savesSeal?: string | undefined
}

/**
 * Whether what the server tells now can't come after what it told before. Each save counts one more: a save that was written just now
 * has a number above all that was heard.
 */
export const isSetBack = (heard: HeardOfRun, reported: HeardOfRun & { readonly isSave?: boolean | undefined }): boolean => {
  if (heard.generation !== undefined && reported.generation !== undefined && heard.generation !== reported.generation)
    return true
  if (heard.saves === undefined || reported.saves === undefined) return false
  return reported.isSave ? reported.saves <= heard.saves : reported.saves < heard.saves
}

/** What a page knows after a reply that speaks for no set-back. */
export const heardMore = (heard: HeardOfRun, reported: HeardOfRun): HeardOfRun => {
  const isMore = (reported.saves ?? -1) >= (heard.saves ?? -1)
  const { saves, savesSeal } = isMore ? reported : heard
  const generation = reported.generation ?? heard.generation
  return {
    ...(generation !== undefined && { generation }),
    ...(saves !== undefined && { saves }),
    ...(savesSeal !== undefined && { savesSeal }),
  }
}
