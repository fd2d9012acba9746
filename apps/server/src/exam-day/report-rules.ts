import type {
  Attendance,
  Presence,
  ReportedFact,
  RoomReportChange,
  RoomReportCounts,
  RoomReportPerson,
} from '@sitwell/contract'

/** Whoever begins is present, whatever staff noted before. */
export const presenceOf = (attendance: Attendance | undefined, isBegun: boolean): Presence =>
  isBegun ? 'present' : (attendance ?? 'unknown')

/** The figures of a room, counted from its people. */
export const countsOf = (people: readonly RoomReportPerson[]): RoomReportCounts => {
  const many = (is: (person: RoomReportPerson) => boolean) => people.filter(is).length
  const sum = (of: (person: RoomReportPerson) => number) => people.reduce((all, person) => all + of(person), 0)
  return {
    people: people.length,
    present: many(({ presence }) => presence === 'present'),
    absent: many(({ presence }) => presence === 'absent'),
    unknown: many(({ presence }) => presence === 'unknown'),
    contradictory: many(({ attendance, state }) => attendance === 'absent' && state !== 'not-begun'),
    begun: many(({ state }) => state !== 'not-begun'),
    handedIn: many(({ state }) => state === 'handed-in'),
    open: many(({ state }) => state === 'open'),
    reopened: many(({ reopened }) => reopened > 0),
    lateWaiting: sum(({ lateWaiting }) => lateWaiting),
    incidents: sum(({ incidents }) => incidents),
  }
}

/** What is compared of each person after a report was signed off. */
const compared = [
  'presence',
  'state',
  'addedMs',
  'restMs',
  'reopened',
  'lateWaiting',
  'incidents',
] as const satisfies readonly ReportedFact[]

/** What a sign-off keeps of a person, by the guid of their schedule. */
export type SignedFacts = Readonly<Record<string, Pick<RoomReportPerson, (typeof compared)[number]>>>

export const signedFactsOf = (people: readonly RoomReportPerson[]): SignedFacts =>
  Object.fromEntries(
    people.map(({ rowID, presence, state, addedMs, restMs, reopened, lateWaiting, incidents }) => [
      rowID,
      { presence, state, addedMs, restMs, reopened, lateWaiting, incidents },
    ]),
  )

/** What is another than it was as a report was signed off: in the order of the people, and after them who is gone. */
export const changesSince = (signed: SignedFacts, people: readonly RoomReportPerson[]): RoomReportChange[] => {
  const here = new Set(people.map(({ rowID }) => rowID))
  const changes = people.flatMap((person): RoomReportChange[] => {
    const { rowID, firstName, lastName } = person
    const before = signed[rowID]
    if (before === undefined) return [{ rowID, firstName, lastName, what: 'joined' }]
    return compared.flatMap((what) =>
      before[what] === person[what] ? [] : [{ rowID, firstName, lastName, what, from: before[what], to: person[what] }],
    )
  })
  const gone = Object.keys(signed).filter((rowID) => !here.has(rowID))
  return [...changes, ...gone.map((rowID): RoomReportChange => ({ rowID, what: 'left' }))]
}
