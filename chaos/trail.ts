import type { Note, Value } from './notes.ts'

/** What was entered last at one question of one device: several where a crash left more than one possible. */
interface Place {
  readonly values: readonly Value[]
  /** What was there for a moment before them, as between two keys. */
  readonly way: readonly Value[]
  readonly atMs: number
  /** When the latest of them was entered, of which it isn't known whether it was kept. */
  readonly latestMs?: number
  /** The page said that it is kept on the device, or on the server. */
  readonly isReportedStored: boolean
}

/** Of what was entered at a device, what a page that ends at once must not take with it; in milliseconds. */
export interface Safe {
  /** All up to then has been kept, or has had its time for that. */
  readonly untilMs: number
  /** Nothing from then on, whatever the page said before. */
  readonly unsafeSinceMs?: number
}

/** What a learner entered at one question, in order: the last place is what has to survive. */
export type Trail = readonly Place[]

export const startOf = (...values: Value[]): Trail => [
  { values, way: [], atMs: Number.NEGATIVE_INFINITY, isReportedStored: false },
]

const latestOf = ({ atMs, latestMs = atMs }: Place) => latestMs

/** When the last of it was entered: surely, or at the latest; in milliseconds. */
export const enteredMs = (trail: Trail | undefined): { readonly surely: number; readonly atLatest: number } => {
  const last = trail?.at(-1)
  const never = Number.NEGATIVE_INFINITY
  return { surely: last?.atMs ?? never, atLatest: last ? latestOf(last) : never }
}

/** What may be at the end of it. */
export const lastOf = (trail: Trail): readonly Value[] => trail.at(-1)?.values ?? []

/** What was entered, or seen to be there. */
type Entry = Pick<Extract<Note, { what: 'entered' }>, 'value' | 'way' | 'isReportedStored'>

/** `others`: what it may have become as well. */
export const withEntered = (
  trail: Trail,
  { value, way = [], isReportedStored = false }: Entry,
  atMs: number,
  others: readonly Value[] = [],
): Trail => [...trail, { values: [value, ...others], way, atMs, isReportedStored }]

export const withPerhaps = (trail: Trail, values: readonly Value[], atMs: number): Trail => [
  ...trail,
  { values: [...lastOf(trail), ...values], way: [], atMs, isReportedStored: false },
]

/** What was entered later than what is safe may be gone, or any part of it. */
export const cutShort = (trail: Trail, { untilMs, unsafeSinceMs = Number.POSITIVE_INFINITY }: Safe, atMs: number): Trail => {
  const isSafe = (place: Place) => place.atMs <= unsafeSinceMs && (place.atMs <= untilMs || place.isReportedStored)
  const safe = Math.max(0, trail.findLastIndex(isSafe))
  const later = trail.slice(safe + 1).flatMap((place) => [...place.way, ...place.values])
  const values = [...new Set([...(trail[safe]?.values ?? []), ...later])]
  const latestMs = Math.max(...trail.slice(safe).map(latestOf))
  return [
    ...trail.slice(0, safe),
    { values, way: [], atMs: Math.min(atMs, trail[safe]?.atMs ?? atMs), latestMs, isReportedStored: false },
  ]
}

export const everIn = (trail: Trail): readonly Value[] => trail.flatMap(({ values, way }) => [...way, ...values])
