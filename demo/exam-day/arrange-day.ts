import { calls, type InputOf } from '@sitwell/contract'
import type { OfficeBrowser } from '../../apps/server/src/testing/office-browser.ts'

type Fields = InputOf<typeof calls.officeAddDelivery>['body']

const zone = 'Europe/London'

/** A moment as the clock of London shows it, to the minute before it: `2026-12-03T09:30`. */
export const wallTimeOf = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(ms).replace(' ', 'T')

const minute = 60_000

/** The exams of the day, by name. */
export const examsOfDay = {
  food: '7c0f3a10-2b4e-4d61-8a35-000000000001',
  fire: '7c0f3a10-2b4e-4d61-8a35-000000000003',
  report: '7c0f3a10-2b4e-4d61-8a35-000000000013',
} as const

interface Planned {
  readonly name: string
  readonly examGuid: string
  readonly examVersion: number
  /** Minutes from now. */
  readonly opens: number
  readonly closes: number
  readonly rooms: readonly string[]
  /** Sign-in names. */
  readonly people: readonly string[]
  readonly release: Fields['rules']['release']
  /** It is planned again by a start after its end, so that there is always something to watch. */
  readonly repeats?: boolean
}

/** Sign-in names of made-up people, from one number to before another. */
const peopleFrom = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `hc${String(from + index).padStart(4, '0')}`)

/** Who sits in the exam under way, and who has handed the report in. */
export const underWay = peopleFrom(1, 31)
export const reporters = peopleFrom(61, 121)

/** The learners of the next session, and those of them that wait for its start. The first three are left to people who try the demonstration. */
const coming = peopleFrom(31, 61)
export const early = coming.slice(3, 27)

/** Who has handed in the test of fire safety in the session of 60, and in the pilot. */
export const responders = peopleFrom(121, 181)
export const pilots = peopleFrom(181, 193)

/** The sessions that have results, by how far these are. */
export const resultSessions = { computed: 'Fire safety: first session', released: 'Fire safety: pilot' } as const

const day: readonly Planned[] = [
  {
    ...{ name: 'Food safety: this session', examGuid: examsOfDay.food, examVersion: 2, opens: -20, closes: 120 },
    ...{ rooms: ['Hall', 'Room 2', 'Quiet room'], people: underWay, release: 'confirmed', repeats: true },
  },
  {
    ...{ name: 'Fire safety: next session', examGuid: examsOfDay.fire, examVersion: 1, opens: 10, closes: 130 },
    ...{ rooms: ['Hall', 'Saal Ost'], people: coming, release: 'exam', repeats: true },
  },
  {
    ...{ name: 'Fieldwork report', examGuid: examsOfDay.report, examVersion: 1, opens: -180, closes: 3 },
    ...{ rooms: ['Saal Ost'], people: reporters, release: 'confirmed' },
  },
  {
    ...{ name: resultSessions.computed, examGuid: examsOfDay.fire, examVersion: 1, opens: -180, closes: 10 },
    ...{ rooms: ['Hall'], people: responders, release: 'confirmed' },
  },
  {
    ...{ name: resultSessions.released, examGuid: examsOfDay.fire, examVersion: 1, opens: -300, closes: 10 },
    ...{ rooms: ['Quiet room'], people: pilots, release: 'confirmed' },
  },
]

const roomsByName = async (officer: OfficeBrowser) => {
  const { centres } = await officer.doIt(calls.officeCentres, { query: {} })
  return new Map(centres.flatMap(({ rooms }) => rooms.map(({ name, roomID }) => [name, roomID] as const)))
}

/** Numbers of the made-up people, by sign-in name. */
const numbersByName = async (officer: OfficeBrowser) => {
  const numbers = new Map<string, number>()
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const { people, next } = await officer.doIt(calls.officePeople, { query: { limit: 100, cursor } })
    for (const { username, userID } of people) numbers.set(username, userID)
    cursor = next
  }
  return numbers
}

/**
 * Plans the day by the calls of the office: an exam that is under way, one that starts in ten minutes, and three that are nearly over.
 * A later start plans again only the first two, each once it is over. Returns whether it is the first start.
 */
export const arrangeDay = async (officer: OfficeBrowser, nowMs: number): Promise<boolean> => {
  const { deliveries } = await officer.doIt(calls.officeDeliveries, { query: { limit: 100 } })
  const isOpen = (planned: Planned) =>
    deliveries.some(({ name, state }) => name === planned.name && state !== 'over' && state !== 'cancelled')
  const isFirst = !deliveries.some(({ name }) => day.some((one) => one.name === name))
  const missing = day.filter((one) => (one.repeats ? !isOpen(one) : isFirst))
  const rooms = await roomsByName(officer)
  const numbers = await numbersByName(officer)
  for (const { name, examGuid, examVersion, opens, closes, people, release, ...wanted } of missing) {
    const roomIDs = wanted.rooms.flatMap((room) => rooms.get(room) ?? [])
    const body: Fields = {
      ...{ name, examGuid, examVersion, zone },
      window: { opens: wallTimeOf(nowMs + opens * minute), closes: wallTimeOf(nowMs + closes * minute) },
      rooms: roomIDs.map((roomID) => ({ roomID })),
      entries: people.flatMap((username, index) => {
        const userID = numbers.get(username)
        const roomID = roomIDs[index % 10 === 9 ? roomIDs.length - 1 : index % roomIDs.length]
        return userID === undefined ? [] : [{ userID, ...(roomID !== undefined && { roomID }) }]
      }),
      rules: { passwords: 'none', proctoring: 'none', safeExamBrowser: 'none', supports: 'exam', release },
    }
    const { delivery } = await officer.doIt(calls.officeAddDelivery, { body })
    const { deliveryID } = delivery
    const { hash } = await officer.doIt(calls.officePreviewDelivery, { body: { deliveryID } })
    await officer.doIt(calls.officeApplyDelivery, { body: { deliveryID, hash } })
  }
  return isFirst
}
