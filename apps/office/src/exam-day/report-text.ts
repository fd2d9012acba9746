import type { ReportedIncident, RoomReport, RoomReportChange, RoomReportCounts, RoomReportPerson } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'

export const roomTitle = ({ room, centre = '' }: Pick<RoomReport, 'centre' | 'room'>, text: OfficeText): string =>
  room === undefined ? text('examDay.noRoom') : text('examDay.roomOf', { room, centre })

/** How far something is; of nothing there is nothing to do. */
const progressText = (done: number, all: number, text: OfficeText): string =>
  all === 0 ? text('examDay.handedInNone') : text('examDay.handedIn', { done, all })

/** The figures of a room, a sentence each. */
export const figuresOf = (counts: RoomReportCounts, text: OfficeText): string[] => {
  const { people, present, absent, unknown, begun, handedIn } = counts
  if (people === 0) return [text('examDay.nothing')]
  return [text('examDay.figures', { people, present, absent, unknown }), progressText(handedIn, begun, text)]
}

/** What somebody has to see to before a room is finished; empty if there is nothing. */
export const leftToDo = (counts: RoomReportCounts, text: OfficeText): string[] => {
  const { unknown, open, lateWaiting, contradictory } = counts
  return [
    ...(unknown > 0 ? [text('examDay.todo.unknown', { count: unknown })] : []),
    ...(open > 0 ? [text('examDay.todo.open', { count: open })] : []),
    ...(lateWaiting > 0 ? [text('examDay.todo.late', { count: lateWaiting })] : []),
    ...(contradictory > 0 ? [text('examDay.todo.contradictory', { count: contradictory })] : []),
  ]
}

const minutesOf = (ms: number) => Math.ceil(ms / 60_000)

/** Remarks on a person beside the times of their sitting. */
export const noteOf = (person: RoomReportPerson, text: OfficeText): string =>
  [
    ...(person.addedMs > 0 ? [text('examDay.note.added', { minutes: minutesOf(person.addedMs) })] : []),
    ...(person.restMs > 0 ? [text('examDay.note.rested', { minutes: minutesOf(person.restMs) })] : []),
    ...(person.reopened > 0 ? [text('examDay.note.reopened')] : []),
    ...(person.lateWaiting > 0 ? [text('examDay.note.late', { count: person.lateWaiting })] : []),
    ...(person.incidents > 0 ? [text('examDay.note.incidents', { count: person.incidents })] : []),
    ...(person.attendance === 'absent' && person.state !== 'not-begun' ? [text('examDay.note.contradictory')] : []),
  ].join(text('examDay.note.break'))

export const incidentText = (incident: ReportedIncident, clock: (moment: string) => string, text: OfficeText): string => {
  const { at, category, firstName, lastName, text: words, by } = incident
  const name = nameOf({ firstName, lastName, username: '' })
  const said = { time: clock(at), name, text: words, by }
  return category === undefined
    ? text('examDay.incident', said)
    : text('examDay.incidentOf', { ...said, category: text(`examDay.category.${category}`) })
}

const wordsFor = (what: RoomReportChange['what'], value: string | number | undefined, text: OfficeText): string => {
  if (value === undefined) return ''
  if (what === 'addedMs' || what === 'restMs') return text('examDay.minutes', { minutes: minutesOf(Number(value)) })
  if (value === 'present' || value === 'absent' || value === 'unknown') return text(`examDay.presence.${value}`)
  if (value === 'not-begun' || value === 'open' || value === 'handed-in') return text(`examDay.state.${value}`)
  return String(value)
}

/** One thing that has changed since a report was signed off. */
export const changeText = ({ what, from, to, firstName, lastName }: RoomReportChange, text: OfficeText): string => {
  const isNamed = firstName !== undefined || lastName !== undefined
  const name = isNamed
    ? nameOf({ firstName: firstName ?? '', lastName: lastName ?? '', username: '' })
    : text('examDay.change.somebody')
  if (what === 'joined' || what === 'left') return text(`examDay.change.${what}`, { name })
  const fact = text(`examDay.fact.${what}`)
  return text('examDay.change', { name, fact, from: wordsFor(what, from, text), to: wordsFor(what, to, text) })
}
