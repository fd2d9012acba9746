import type { RoomReport, RoomReportPerson } from '@sitwell/contract'
import type { ServerMessageId } from '@sitwell/i18n/message-ids'
import type { PaperDocument, PaperPart } from '../paper/paper-parts.ts'
import { listName } from './attendance-document.ts'
import { type PaperClock, paperClock } from './paper-clock.ts'
import { documentOf, type PaperWords } from './paper-words.ts'

const minutesOf = (ms: number) => Math.ceil(ms / 60_000)

const headOf = (ids: readonly ServerMessageId[], { text }: PaperWords) => ids.map((id) => ({ text: text(id) }))

const nameOf = ({
  firstName = '',
  lastName = '',
}: {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}) => listName({ firstName, lastName, username: '' })

const clocked = (clock: PaperClock, moment: string | undefined) => (moment === undefined ? '' : clock.time(Date.parse(moment)))

/** Remarks on a person beside the times of their sitting. */
const noteOf = (person: RoomReportPerson, { text }: PaperWords): string =>
  [
    ...(person.addedMs > 0 ? [text('ROOM_PDF_ADDED', { count: minutesOf(person.addedMs) })] : []),
    ...(person.restMs > 0 ? [text('ROOM_PDF_RESTED', { count: minutesOf(person.restMs) })] : []),
    ...(person.reopened > 0 ? [text('ROOM_PDF_REOPENED')] : []),
    ...(person.lateWaiting > 0 ? [text('ROOM_PDF_LATE', { count: person.lateWaiting })] : []),
    ...(person.attendance === 'absent' && person.state !== 'not-begun' ? [text('ROOM_PDF_CONTRADICTION')] : []),
  ].join('; ')

const personRow = (person: RoomReportPerson, clock: PaperClock, words: PaperWords) => {
  const { text } = words
  const ended = person.state === 'open' ? text('ROOM_PDF_OPEN') : clocked(clock, person.handedInAt)
  const presence = { present: 'ROOM_PDF_IS_PRESENT', absent: 'ROOM_PDF_IS_ABSENT', unknown: 'ROOM_PDF_IS_UNKNOWN' } as const
  return [
    { text: listName(person), isHeader: true },
    { text: text(presence[person.presence]) },
    { text: clocked(clock, person.startedAt) },
    { text: ended },
    { text: noteOf(person, words) },
  ]
}

const figures = (report: RoomReport, { text }: PaperWords): string[] => {
  const { people, present, absent, unknown, begun, handedIn, open, lateWaiting } = report.counts
  return [
    text('ROOM_PDF_FIGURES', { people, present, absent, unknown }),
    begun === 0 ? text('ROOM_PDF_NOTHING') : text('ROOM_PDF_HANDED_IN', { handedIn, begun }),
    ...(open > 0 ? [text('ROOM_PDF_STILL_OPEN', { count: open })] : []),
    ...(lateWaiting > 0 ? [text('ROOM_PDF_LATE_ALL', { count: lateWaiting })] : []),
  ]
}

/** What happened in a room, for whoever files it, with who has signed it off and room for a signature. */
export const reportDocument = (words: PaperWords, report: RoomReport, nowMs: number): PaperDocument => {
  const { text, language } = words
  const clock = paperClock(language.code, report.zone)
  const { room, centre = '' } = report
  const name = room === undefined ? text('ROOM_PDF_NO_ROOM') : text('ROOM_PDF_ROOM', { room, centre })
  const [startMs, endMs] = [Date.parse(report.startsAt), Date.parse(report.endsAt)]
  const window = { day: clock.day(startMs), ...clock.span(startMs, endMs), zone: report.zone }
  const paragraph = (words_: string): PaperPart => ({ kind: 'paragraph', style: 'body', text: words_ })
  const heading = (id: ServerMessageId): PaperPart => ({ kind: 'heading', level: 2, text: text(id) })
  const at = (moment: string) => `${clock.day(Date.parse(moment))}, ${clocked(clock, moment)}`
  const people: PaperPart = {
    ...{ kind: 'table', title: name, widths: [28, 14, 12, 14, 32], continued: text('ROOM_PDF_CONTINUED', { room: name }) },
    head: headOf(['ROOM_PDF_NAME', 'ROOM_PDF_ATTENDED', 'ROOM_PDF_BEGAN', 'ROOM_PDF_ENDED', 'ROOM_PDF_NOTES'], words),
    rows: report.people.map((person) => personRow(person, clock, words)),
  }
  const incidents: PaperPart = {
    ...{ kind: 'table', title: text('ROOM_PDF_INCIDENTS'), widths: [12, 24, 20, 44] },
    head: headOf(['ROOM_PDF_TIME', 'ROOM_PDF_NAME', 'ROOM_PDF_CATEGORY', 'ROOM_PDF_WHAT'], words),
    rows: report.incidents.map((one) => [
      { text: clocked(clock, one.at), isHeader: true },
      { text: nameOf(one) },
      // Boundary: each category has its text.
      { text: one.category === undefined ? '' : text(`ROOM_PDF_CATEGORY_${one.category}` as ServerMessageId) },
      { text: text('ROOM_PDF_WRITTEN', { text: one.text, by: one.by }) },
    ]),
  }
  const signed = report.signOffs.flatMap(({ at: moment, by, remark }) => [
    paragraph(text('ROOM_PDF_SIGNED', { by, time: at(moment) })),
    ...(remark === '' ? [] : [paragraph(remark)]),
  ])
  return documentOf(words, {
    ...{ title: text('ROOM_PDF_REPORT'), subtitle: `${report.name} · ${report.examName}`, subject: name, madeAtMs: nowMs },
    parts: [
      { kind: 'heading', level: 2, text: name },
      paragraph(text('ROOM_PDF_WINDOW', window)),
      ...figures(report, words).map(paragraph),
      ...(report.people.length > 0 ? [people] : []),
      heading('ROOM_PDF_INCIDENTS'),
      report.incidents.length > 0 ? incidents : paragraph(text('ROOM_PDF_NO_INCIDENTS')),
      heading('ROOM_PDF_SIGN_OFF'),
      ...(signed.length > 0 ? signed : [paragraph(text('ROOM_PDF_UNSIGNED'))]),
      ...(report.changes.length > 0 ? [paragraph(text('ROOM_PDF_CHANGED', { count: report.changes.length }))] : []),
      {
        ...{ kind: 'table', title: text('ROOM_PDF_SIGN_OFF'), isRoomy: true, widths: [30, 70] },
        head: headOf(['ROOM_PDF_DATE', 'ROOM_PDF_INVIGILATOR'], words),
        rows: [[{ text: '' }, { text: '' }]],
      },
      { kind: 'paragraph', style: 'quiet', text: text('ROOM_PDF_AS_OF', { time: at(report.asOf) }) },
    ],
  })
}
