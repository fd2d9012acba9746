import type { PaperOrder } from '@sitwell/contract'
import type { PaperDocument, PaperPart } from '../paper/paper-parts.ts'
import { type ListedPerson, type ListedRoom, sorted } from './listed-people.ts'
import { type PaperClock, paperClock } from './paper-clock.ts'
import { documentOf, type PaperWords } from './paper-words.ts'

const minutesOf = (ms: number) => Math.ceil(ms / 60_000)

export const roomName = ({ room }: Pick<ListedRoom, 'room'>, { text }: PaperWords): string =>
  room ? text('ROOM_PDF_ROOM', { room: room.name, centre: room.centre }) : text('ROOM_PDF_NO_ROOM')

/** Last names first, because the list is sorted by them. */
export const listName = ({
  firstName,
  lastName,
  username,
}: Pick<ListedPerson, 'firstName' | 'lastName' | 'username'>): string =>
  [lastName, firstName].filter((name) => name.trim() !== '').join(', ') || username

/** What accommodations give somebody here, in plain words; nothing of why. */
export const accommodationsOf = ({ ownMs, restMs, presets = {} }: ListedPerson, { text }: PaperWords): string =>
  [
    ...(ownMs > 0 ? [text('ROOM_PDF_MORE_MINUTES', { count: minutesOf(ownMs) })] : []),
    ...(restMs > 0 ? [text('ROOM_PDF_REST', { count: minutesOf(restMs) })] : []),
    ...(presets.textPercent === undefined ? [] : [text('ROOM_PDF_TEXT_SIZE', { percent: presets.textPercent })]),
    ...(presets.theme === undefined ? [] : [text('ROOM_PDF_COLOURS')]),
    ...(presets.supports === undefined ? [] : [text('ROOM_PDF_SUPPORTS')]),
  ].join('; ')

const spanOf = ({ startMs, endMs }: ListedPerson, clock: PaperClock, { text }: PaperWords): string => {
  if (startMs === null) return ''
  return endMs === undefined ? clock.time(startMs) : text('ROOM_PDF_FROM_TO', clock.span(startMs, endMs))
}

const roomParts = (room: ListedRoom, order: PaperOrder, words: PaperWords, index: number): PaperPart[] => {
  const { text, language } = words
  const { zone, opensMs, closesMs } = room
  const clock = paperClock(language.code, zone)
  const people = sorted(room.people, order, language.code)
  const name = roomName(room, words)
  const window = { day: clock.day(opensMs), ...clock.span(opensMs, closesMs), zone }
  const blank = { text: '' }
  return [
    ...(index > 0 ? [{ kind: 'page' as const }] : []),
    { kind: 'heading', level: 2, text: name, aside: text('ROOM_PDF_PEOPLE', { count: people.length }) },
    { kind: 'paragraph', style: 'body', text: text('ROOM_PDF_WINDOW', window) },
    {
      ...{ kind: 'table', title: name, isRoomy: true, continued: text('ROOM_PDF_CONTINUED', { room: name }) },
      widths: [23, 12, 25, 18, 22],
      head: ['ROOM_PDF_NAME', 'ROOM_PDF_NUMBER', 'ROOM_PDF_ACCOMMODATIONS', 'ROOM_PDF_TIME', 'ROOM_PDF_SIGNATURE'].map(
        // Boundary: each of them is an id.
        (id) => ({ text: text(id as 'ROOM_PDF_NAME') }),
      ),
      rows: people.map((person) => [
        { text: listName(person), isHeader: true },
        { text: person.number },
        { text: accommodationsOf(person, words) },
        { text: spanOf(person, clock, words) },
        blank,
      ]),
    },
    {
      ...{ kind: 'table', title: text('ROOM_PDF_TOTALS'), isRoomy: true, widths: [20, 20, 60] },
      head: [{ text: text('ROOM_PDF_PRESENT') }, { text: text('ROOM_PDF_ABSENT') }, { text: text('ROOM_PDF_INVIGILATOR') }],
      rows: [[blank, blank, blank]],
    },
  ]
}

/** What a printed list is about. */
export interface Listed {
  readonly delivery: string
  readonly exam: string
  readonly rooms: readonly ListedRoom[]
  readonly order: PaperOrder
  readonly nowMs: number
}

/** The list that people sign as they come, a room after the other, each from a page of its own on. */
export const attendanceDocument = (words: PaperWords, { delivery, exam, rooms, order, nowMs }: Listed): PaperDocument =>
  documentOf(words, {
    ...{ title: words.text('ROOM_PDF_ATTENDANCE'), subtitle: `${delivery} · ${exam}`, subject: delivery, madeAtMs: nowMs },
    parts:
      rooms.length === 0
        ? [{ kind: 'paragraph', style: 'body', text: words.text('ROOM_PDF_NOBODY') }]
        : rooms.flatMap((room, index) => roomParts(room, order, words, index)),
  })
