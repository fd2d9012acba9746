import type { LiveRow } from '@sitwell/contract'
import type { StatusTone } from '@sitwell/office-ui/status-mark.tsx'
import type { OfficeText } from '../../office-context.tsx'
import { nameOf } from '../../people/person-name.ts'
import { agoText, differenceText, leftText } from '../times.ts'
import { checksOf } from './checks.ts'

/** A row as the table shows it: texts, which are counted up to one moment. */
export interface ShownRow {
  readonly row: LiveRow
  readonly name: string
  readonly state: { readonly tone: StatusTone; readonly text: string }
  readonly contact: string
  readonly left: string
  readonly saved: string
  readonly question: string
  readonly page: string
  readonly notes: string
  readonly room: string
}

/** By what a row is written. */
export interface ShownBy {
  readonly text: OfficeText
  /** The server's time (Unix ms) up to which ages count. */
  readonly nowMs: number
  /** Nothing is known of now: each moment is written as the clock showed it, and each state with the moment at which it was so. */
  readonly isBlind: boolean
  /** A moment (Unix ms) to the second. */
  clock(atMs: number): string
  roomName(roomID: string | undefined): string
}

const tones = {
  working: 'good',
  'no-contact': 'bad',
  'time-over': 'late',
  paused: 'late',
  resting: 'idle',
  waiting: 'idle',
  'not-arrived': 'idle',
  'handed-in': 'done',
} as const satisfies Readonly<Record<LiveRow['state'], StatusTone>>

const minuteMs = 60_000
const minutesOf = (ms: number) => Math.floor(ms / minuteMs)

/** When something was, in words: how long ago, or the moment itself if the view is blind. */
export const sinceText = (moment: string | undefined, { text, nowMs, isBlind, clock }: ShownBy): string => {
  if (moment === undefined) return ''
  const atMs = Date.parse(moment)
  return isBlind ? clock(atMs) : agoText(nowMs - atMs, text)
}

/** A state in words; in a blind view it says that it was so then. */
const stateText = (row: LiveRow, { text, isBlind }: ShownBy): string => {
  const said = text(`live.state.${row.state}`)
  return isBlind && row.state !== 'handed-in' ? text('live.stateThen', { state: said }) : said
}

const stateOf = (row: LiveRow, by: ShownBy): ShownRow['state'] => {
  const tone = tones[row.state]
  const toCheck = row.state === 'working' && checksOf(row).length > 0
  if (by.isBlind && tone !== 'done') return { tone: 'idle', text: stateText(row, by) }
  return { tone: toCheck ? 'late' : tone, text: stateText(row, by) }
}

/** The time that somebody has left, or will have. */
export const timeLeftText = (row: LiveRow, { text, nowMs }: ShownBy): string => {
  if (row.state === 'handed-in') return ''
  const { time, wholeMs, ownMs = 0 } = row
  if (time?.endsAt !== undefined) return leftText(Date.parse(time.endsAt) - nowMs, text)
  if (time?.leftMs !== undefined) return text('live.left.stands', { time: leftText(time.leftMs, text) })
  if (wholeMs === undefined) return ''
  return ownMs > 0
    ? text('live.left.wholeOwn', { minutes: minutesOf(wholeMs - ownMs), own: minutesOf(ownMs) })
    : text('live.left.minutes', { minutes: minutesOf(wholeMs) })
}

/** What is known of the page: how its time compares, and what else is to be checked. Nothing of a page that fell silent. */
const pageText = (row: LiveRow, by: ShownBy): string => {
  const { page } = row
  if (row.state === 'handed-in' || row.state === 'not-arrived') return ''
  if (row.state === 'no-contact') return by.text('live.clock.unknown')
  if (page === undefined) return ''
  return [
    ...(page.offMs === undefined ? [] : [differenceText(page.offMs, by.text)]),
    ...(page.isClockWrong ? [by.text('live.check.device')] : []),
    ...(page.isOldBuild ? [by.text('live.check.build')] : []),
    ...(page.unsent > 0 ? [by.text('live.unsentAt', { count: page.unsent, time: by.clock(Date.parse(page.at)) })] : []),
  ].join(by.text('live.listBreak'))
}

/** The rest of a person's allowance for rest breaks. A blind view shows when the last known break ends instead. */
const restText = ({ rest, state }: LiveRow, { text, nowMs, isBlind, clock }: ShownBy): string | undefined => {
  if (rest === undefined || state === 'handed-in') return undefined
  if (rest.until === undefined) return text('live.note.rest', { minutes: minutesOf(rest.leftMs ?? 0) })
  const untilMs = Date.parse(rest.until)
  return isBlind
    ? text('live.note.restUntil', { time: clock(untilMs) })
    : text('live.note.restLeft', { time: leftText(untilMs - nowMs, text) })
}

/** What holds the time of somebody whose state says more. */
const stillNotes = ({ isPaused, rest, state }: LiveRow, { text }: ShownBy): string[] => [
  ...(isPaused && state !== 'paused' ? [text('live.state.paused')] : []),
  ...(rest?.until !== undefined && state !== 'resting' ? [text('live.state.resting')] : []),
]

const notesText = (row: LiveRow, by: ShownBy): string => {
  const { text } = by
  const rest = restText(row, by)
  return [
    ...(row.requestedAt === undefined ? [] : [text('live.note.requests')]),
    ...(row.isUnsupervised && row.state !== 'handed-in' ? [text('live.check.unsupervised')] : []),
    ...(row.isHeld ? [text('live.note.held')] : []),
    ...stillNotes(row, by),
    ...(row.attendance === undefined ? [] : [text(`live.attendance.${row.attendance}`)]),
    ...((row.ownMs ?? 0) > 0 ? [text('live.note.own', { minutes: minutesOf(row.ownMs ?? 0) })] : []),
    ...((row.addedMs ?? 0) > 0 ? [text('live.note.added', { minutes: minutesOf(row.addedMs ?? 0) })] : []),
    ...(rest === undefined ? [] : [rest]),
    ...(row.incidents > 0 ? [text('live.note.incidents', { count: row.incidents })] : []),
  ].join(text('live.listBreak'))
}

/** A row in words. */
export const shownRow = (row: LiveRow, by: ShownBy): ShownRow => ({
  row,
  name: nameOf(row),
  state: stateOf(row, by),
  contact: row.state === 'handed-in' ? '' : sinceText(row.contactAt, by),
  left: timeLeftText(row, by),
  saved: sinceText(row.savedAt, by),
  question: row.question ? by.text('live.questionOf', { number: row.question.number, of: row.question.of }) : '',
  page: pageText(row, by),
  notes: notesText(row, by),
  room: by.roomName(row.roomID),
})

const shownTexts = ['name', 'contact', 'left', 'saved', 'question', 'page', 'notes', 'room'] as const

/** Whether a row reads as it did before: then it isn't drawn anew. */
export const isSameShown = (a: ShownRow, b: ShownRow): boolean =>
  a.row === b.row &&
  a.state.text === b.state.text &&
  a.state.tone === b.state.tone &&
  shownTexts.every((field) => a[field] === b[field])
