import { incidentCategories, type ReportedIncident, type RoomReportPerson } from '@sitwell/contract'
import { restBreaks } from '@sitwell/exam/ledger/rest-break'
import { overlapMs } from '@sitwell/exam/ledger/standstill'
import type { LedgerState } from '../assessment/ledger/index.ts'
import { isOneOf } from '../db/one-of.ts'
import type { DeliveryTable, PersonTable } from '../db/schema.ts'
import { type RoomRow, selectRoomsOf } from '../deliveries/delivery-queries.ts'
import { momentsOfRoom, windowOf } from '../deliveries/stored-window.ts'
import { readWindow } from '../deliveries/window.ts'
import { type BaseRow, selectBaseRows } from '../live-view/base-rows.ts'
import { addedMsIn, readStates } from '../live-view/read-sittings.ts'
import { iso, type Viewer } from '../live-view/viewer.ts'
import { namesOf } from '../office/people/names-of.ts'
import { mayDo } from '../roles/may.ts'
import type { ExamDayContext } from './exam-day-context.ts'
import { presenceOf } from './report-rules.ts'
import { countLateWaiting } from './select-late.ts'

/** What happened in a room, from the rows as they are. */
export interface ReadRoom {
  /** Undefined: the people who have none. */
  readonly room: RoomRow | undefined
  readonly zone: string
  readonly startMs: number
  readonly endMs: number
  readonly people: readonly RoomReportPerson[]
  readonly incidents: readonly ReportedIncident[]
  readonly maySign: boolean
}

type Person = Pick<PersonTable, 'first_name' | 'last_name' | 'learner_identifier' | 'user_guid' | 'user_id' | 'username'>
type Context = Pick<ExamDayContext, 'clock' | 'contacts' | 'database' | 'exams'>

const selectPeople = async (
  { database }: Context,
  orgId: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, Person>> => {
  if (guids.length === 0) return new Map()
  const rows = await database.kysely
    .selectFrom('person')
    .select(['user_guid', 'user_id', 'username', 'first_name', 'last_name', 'learner_identifier'])
    .where('org_id', '=', orgId)
    .where(isOneOf(database.dialect, 'user_guid', guids, (guid) => guid))
    .execute()
  return new Map(rows.map((row) => [row.user_guid, row]))
}

const stateOf = ({ form_run_guid, completed_at }: BaseRow): RoomReportPerson['state'] => {
  if (form_run_guid === null) return 'not-begun'
  return completed_at === null ? 'open' : 'handed-in'
}

const personOf = (
  row: BaseRow,
  person: Person,
  { state, late, nowMs }: { readonly state: LedgerState | undefined; readonly late: number; readonly nowMs: number },
): RoomReportPerson => {
  const events = state?.events ?? []
  const breaks = restBreaks(events)
  const extraMs = (row.extra_time_seconds ?? 0) * 1000
  const { learner_identifier: number, attendance } = { ...person, ...row }
  return {
    ...{ rowID: row.schedule_guid, userID: person.user_id, username: person.username },
    ...{ firstName: person.first_name, lastName: person.last_name },
    ...(number !== null && number !== '' && { number }),
    presence: presenceOf(attendance ?? undefined, row.form_run_guid !== null),
    ...(attendance !== null && { attendance }),
    state: stateOf(row),
    ...(row.started_at !== null && { startedAt: iso(row.started_at) }),
    ...(row.completed_at !== null && { handedInAt: iso(row.completed_at) }),
    addedMs: Math.max(0, state ? addedMsIn(state, extraMs) : extraMs),
    restBreaks: breaks.length,
    restMs: overlapMs(breaks, breaks[0]?.fromMs ?? nowMs, nowMs),
    reopened: events.filter(({ kind }) => kind === 'reopen').length,
    lateWaiting: late,
    incidents: events.filter(({ kind }) => kind === 'incident').length,
  }
}

const incidentsOf = (
  { rowID, firstName, lastName }: RoomReportPerson,
  state: LedgerState | undefined,
  nameOf: (author: string) => string,
): ReportedIncident[] =>
  (state?.events ?? []).flatMap((event) => {
    if (event.kind !== 'incident') return []
    const category = incidentCategories.find((one) => one === event.category)
    return [
      {
        ...{ rowID, firstName, lastName, at: iso(event.atMs) },
        ...(category !== undefined && { category }),
        ...{ text: event.text, by: nameOf(event.author) },
      },
    ]
  })

const byName = (one: RoomReportPerson, other: RoomReportPerson) =>
  one.lastName.localeCompare(other.lastName) ||
  one.firstName.localeCompare(other.firstName) ||
  (one.rowID < other.rowID ? -1 : 1)

/** What the caller sees of the rooms of a delivery: of one of them if it is named, by `''` who has none. */
export const readRooms = async (
  context: Context,
  viewer: Viewer,
  delivery: DeliveryTable,
  only?: string,
): Promise<ReadRoom[]> => {
  const { database } = context
  const { orgId, grants, nowMs } = viewer
  const all = await selectRoomsOf(database, orgId, [delivery.delivery_id])
  const known = new Set(all.map(({ room_id }) => room_id))
  const roomOf = ({ room_id }: BaseRow) => (room_id !== null && known.has(room_id) ? room_id : '')
  const placeIn = (room: RoomRow | undefined) => ({
    ...{ delivery: delivery.delivery_id, exam: delivery.exam_guid },
    ...(room && { room: room.room_id, centre: room.centre_id }),
  })
  const seen = [...all, undefined].filter(
    (room) => (only === undefined || (room?.room_id ?? '') === only) && mayDo(grants, 'sittings.read', placeIn(room), nowMs),
  )
  const ids = new Set(seen.map((room) => room?.room_id ?? ''))
  const found = (await selectBaseRows(database, { orgId, key: { deliveryId: delivery.delivery_id }, nowMs })).filter((row) =>
    ids.has(roomOf(row)),
  )
  const runs = found.flatMap(({ form_run_guid }) => form_run_guid ?? [])
  const people = await selectPeople(
    context,
    orgId,
    found.map(({ user_guid }) => user_guid),
  )
  const states = await readStates(context, orgId, found)
  const late = await countLateWaiting(database, orgId, runs)
  const authors = [...states.values()].flatMap(({ events }) =>
    events.flatMap(({ kind, author }) => (kind === 'incident' ? [author] : [])),
  )
  const nameOf = await namesOf(database, orgId, [...new Set(authors)])
  const usual = readWindow(windowOf(delivery), delivery.zone).moments
  return seen.flatMap((room): ReadRoom[] => {
    const rows = found.filter((row) => roomOf(row) === (room?.room_id ?? ''))
    // Without anybody in it, "no room" is nothing to report about.
    if (!room && rows.length === 0 && only === undefined) return []
    const own = rows.flatMap((row) => {
      const person = people.get(row.user_guid)
      const state = states.get(row.form_run_guid ?? '')
      return person
        ? [{ state, person: personOf(row, person, { state, late: late.get(row.form_run_guid ?? '') ?? 0, nowMs }) }]
        : []
    })
    return [
      {
        ...{ room, zone: room?.zone ?? delivery.zone, ...(room ? momentsOfRoom(room, usual) : usual) },
        people: own.map(({ person }) => person).toSorted(byName),
        incidents: own
          .flatMap(({ person, state }) => incidentsOf(person, state, nameOf))
          .toSorted((one, other) => (one.at < other.at ? -1 : 1)),
        maySign: mayDo(grants, 'incidents.write', placeIn(room), nowMs),
      },
    ]
  })
}
