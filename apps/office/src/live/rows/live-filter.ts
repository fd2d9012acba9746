import type { LiveRow, LiveView } from '@sitwell/contract'
import { checksOf, hasExtraTime, isPresent } from './checks.ts'

/** The chips above the table, each of which lets some people through. */
export const liveChips = [
  ...([
    'all',
    'no-contact',
    'check',
    'requests',
    'waiting',
    'paused',
    'resting',
    'time-over',
    'not-arrived',
    'extra',
    'handed-in',
  ] as const),
] as const
export type LiveChip = (typeof liveChips)[number]

/** Chips that always show; the others only while they have somebody or are on, so that a row holds them. */
const usualChips: ReadonlySet<LiveChip> = new Set(['all', 'no-contact', 'check', 'waiting', 'handed-in'])

/** The chips that show, given how many people each lets through and which one is on. */
export const chipsShown = (counts: Readonly<Record<LiveChip, number>>, on: LiveChip): LiveChip[] =>
  liveChips.filter((chip) => usualChips.has(chip) || counts[chip] > 0 || chip === on)

/** Whether a chip lets a person through. */
export const isOfChip = (row: LiveRow, chip: LiveChip): boolean => {
  switch (chip) {
    case 'all':
      return true
    case 'check':
      return checksOf(row).length > 0
    case 'requests':
      return row.requestedAt !== undefined
    case 'extra':
      return hasExtraTime(row)
    case 'paused':
      return row.isPaused
    case 'resting':
      return row.rest?.until !== undefined
    default:
      return row.state === chip
  }
}

/** The word of an address for the caller's own rooms, for all of them, and for people without a room. */
export const roomWords = { own: '', all: 'all', none: 'none' } as const

/** Ids of the rooms that an address shows; undefined: all people, with a room or without. Own rooms are the default of whoever has some. */
export const roomsShown = (word: string, view: LiveView | undefined): ReadonlySet<string> | undefined => {
  const own = (view?.rooms ?? []).filter(({ isOwn }) => isOwn).map(({ roomID }) => roomID)
  if (word === roomWords.none) return new Set([''])
  if (word === roomWords.own) return own.length > 0 ? new Set(own) : undefined
  return view?.rooms.some(({ roomID }) => roomID === word) === true ? new Set([word]) : undefined
}

export const isInRooms = ({ roomID = '' }: LiveRow, rooms: ReadonlySet<string> | undefined): boolean =>
  rooms === undefined || rooms.has(roomID)

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether each word of a search stands in the name or the sign-in name of a person. */
export const isFound = (row: LiveRow, search: string): boolean => {
  const words = folded(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return true
  const name = folded(`${row.firstName} ${row.lastName} ${row.username}`)
  return words.every((word) => name.includes(word))
}

export interface Pulse {
  readonly expected: number
  readonly present: number
  readonly chips: Readonly<Record<LiveChip, number>>
  readonly working: number
}

/** The figures of some people: each by its chip's own rule, so that a chip shows as many rows as it says. */
export const pulseOf = (rows: Iterable<LiveRow>): Pulse => {
  const chips = Object.fromEntries(liveChips.map((chip) => [chip, 0])) as Record<LiveChip, number>
  let [present, working] = [0, 0]
  for (const row of rows) {
    for (const chip of liveChips) if (isOfChip(row, chip)) chips[chip] += 1
    if (isPresent(row)) present += 1
    if (row.state === 'working') working += 1
  }
  return { expected: chips.all, present, working, chips }
}
