import type { PaperDocument, PaperPart } from '../paper/paper-parts.ts'
import { accommodationsOf, type Listed, roomName } from './attendance-document.ts'
import { type ListedPerson, sorted } from './listed-people.ts'
import { paperClock } from './paper-clock.ts'
import { documentOf, type PaperWords } from './paper-words.ts'

const nameOf = ({ firstName, lastName, username }: ListedPerson): string =>
  [firstName, lastName].filter((name) => name.trim() !== '').join(' ') || username

/** A slip for each person with a PIN, a room after the other. `pinFor`: undefined for who has none. */
export const slipsDocument = (
  words: PaperWords,
  { delivery, exam, rooms, order, nowMs }: Listed,
  pinFor: (person: ListedPerson) => string | undefined,
): PaperDocument => {
  const { text, language } = words
  const head = [text('ROOM_PDF_USERNAME'), text('ROOM_PDF_PIN'), text('ROOM_PDF_NUMBER'), text('ROOM_PDF_STARTS')]
  const parts = rooms.flatMap((room): PaperPart[] => {
    const clock = paperClock(language.code, room.zone)
    const name = roomName(room, words)
    const slips = sorted(room.people, order, language.code).flatMap((person): PaperPart[] => {
      const pin = pinFor(person)
      if (pin === undefined) return []
      const startMs = person.startMs ?? room.opensMs
      return [
        {
          ...{ kind: 'slip', title: nameOf(person), head, widths: [34, 16, 26, 24] },
          text: [text('ROOM_PDF_SLIP', { exam, room: name, day: clock.day(startMs) }), accommodationsOf(person, words)]
            .filter((line) => line !== '')
            .join(' · '),
          row: [person.username, pin, person.number, clock.time(startMs)],
        },
      ]
    })
    return slips.length === 0 ? [] : [{ kind: 'page' }, { kind: 'heading', level: 2, text: name }, ...slips]
  })
  return documentOf(words, {
    ...{ title: text('ROOM_PDF_SLIPS'), subtitle: `${delivery} · ${exam}`, subject: delivery, madeAtMs: nowMs },
    parts:
      parts.length === 0
        ? [{ kind: 'paragraph', style: 'body', text: text('ROOM_PDF_NO_SLIPS') }]
        : [{ kind: 'paragraph', style: 'body', text: text('ROOM_PDF_SLIPS_HELP') }, ...parts.slice(1)],
  })
}
