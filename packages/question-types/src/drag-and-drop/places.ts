/** A card in a place of its board. The same item may stand in several places at once. */
export interface Card {
  readonly item: string
  /** What it says, without markup. */
  readonly name: string
  /** The place that it lies in. */
  readonly place: string
}

/** Where cards may be put. */
export interface Place {
  readonly id: string
  /** What it is called, without markup. */
  readonly name: string
}

/** What a place was registered with. Throws where it never was: the panel lost the place that it offers (spec 2 §8). */
export const registered = <T>(places: ReadonlyMap<string, T>, id: string): T => {
  const found = places.get(id)
  if (found === undefined) throw new Error(`Missing droppable reference: ${id}`)
  return found
}

/** The place after or before another, round and round; the first where none is given. */
export const nextPlace = (ids: readonly string[], from: string | undefined, step: 1 | -1): string | undefined => {
  const index = from === undefined ? -1 : ids.indexOf(from)
  if (index < 0) return step === 1 ? ids[0] : ids.at(-1)
  return ids[(index + step + ids.length) % ids.length]
}

/** Which way a key leads among the places; undefined where it leads nowhere. */
export const stepOfKey = (key: string, shift: boolean, isRightToLeft: boolean): 1 | -1 | undefined => {
  if (key === 'Tab') return shift ? -1 : 1
  if (key === 'ArrowDown') return 1
  if (key === 'ArrowUp') return -1
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1
  return undefined
}
