import type { ShownPresets } from '@sitwell/contract'
import { entitledIn, selectAccommodationsOf, shownPresetsOf } from '../assessment/form-run/index.ts'
import { isOneOf } from '../db/one-of.ts'
import type { DeliveryTable } from '../db/schema.ts'
import type { Asking, Reading } from '../deliveries/deliveries-context.ts'
import { mayAt, placeOfRoom } from '../deliveries/delivery-places.ts'
import { type RoomRow, selectExam, selectOwnSchedules, selectRoomsOf } from '../deliveries/delivery-queries.ts'
import { momentsOfRoom, windowOf } from '../deliveries/stored-window.ts'
import { timeOf } from '../deliveries/time-of.ts'
import { readWindow } from '../deliveries/window.ts'
import { mayDo } from '../roles/may.ts'
import { placesOfPeople } from '../roles/place-queries.ts'

/** Somebody on a printed list. Moments are Unix ms. */
export interface ListedPerson {
  readonly scheduleGuid: string
  readonly userGuid: string
  readonly firstName: string
  readonly lastName: string
  readonly username: string
  /** Their number in the organisation; empty if they have none. */
  readonly number: string
  readonly startMs: number | null
  /** When their time is over if they begin as the window opens; undefined without a limit. */
  readonly endMs: number | undefined
  /** Milliseconds that accommodations give, and by which the clock may stand still for rest breaks. */
  readonly ownMs: number
  readonly restMs: number
  /** What accommodations set for the screen. */
  readonly presets: ShownPresets | undefined
  readonly passwordHash: string | null
  readonly isBegun: boolean
  readonly isFinished: boolean
}

/** A room with its people; undefined: who has none, or one that the delivery has no longer. */
export interface ListedRoom {
  readonly room: Pick<RoomRow, 'centre' | 'name' | 'room_id'> | undefined
  /** Name of a time zone of IANA. */
  readonly zone: string
  readonly opensMs: number
  readonly closesMs: number
  readonly people: readonly ListedPerson[]
}

/** The numbers of people, by their guids. */
const selectNumbers = async ({ kysely, dialect }: Reading, orgId: number, userGuids: readonly string[]) => {
  if (userGuids.length === 0) return new Map<string, string>()
  const rows = await kysely
    .selectFrom('person')
    .select(['user_guid', 'learner_identifier'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', userGuids, (guid) => guid))
    .execute()
  return new Map(rows.map(({ user_guid, learner_identifier }) => [user_guid, learner_identifier ?? '']))
}

type Scheduled = Awaited<ReturnType<typeof selectOwnSchedules>>[number]

/** The schedules of a delivery whose people the caller may see. */
const selectSeen = async (reading: Reading, asking: Asking, delivery: DeliveryTable, rooms: readonly RoomRow[]) => {
  const rows = await selectOwnSchedules(reading.kysely, delivery)
  const places = await placesOfPeople(
    reading,
    asking.orgId,
    rows.map(({ user_guid }) => user_guid),
  )
  const byId = new Map(rooms.map((room) => [room.room_id, placeOfRoom(room)]))
  return rows.filter(({ user_guid, room_id }) => {
    const place = places.get(user_guid) ?? {}
    return (
      mayDo(asking.actor, 'people.read', place, asking.nowMs) ||
      mayAt(asking, 'deliveries.read', place, byId.get(room_id ?? '') ?? {})
    )
  })
}

/** Whoever a delivery has scheduled and the caller may see, room by room: of one room alone if it is named. Rooms without anybody are left out. */
export const listPeople = async (
  reading: Reading,
  asking: Asking,
  delivery: DeliveryTable,
  roomId: string | undefined,
): Promise<ListedRoom[]> => {
  const { orgId, nowMs } = asking
  const rooms = await selectRoomsOf(reading, orgId, [delivery.delivery_id])
  const known = new Set(rooms.map(({ room_id }) => room_id))
  const seen = (await selectSeen(reading, asking, delivery, rooms)).filter(
    ({ room_id }) => roomId === undefined || room_id === roomId,
  )
  const guids = seen.map(({ user_guid }) => user_guid)
  const numbers = await selectNumbers(reading, orgId, guids)
  const accommodations = await selectAccommodationsOf(reading, orgId, guids)
  const seconds = new Map<number, number | null>()
  for (const version of new Set(seen.map((row) => row.version)))
    seconds.set(version, (await selectExam(reading, orgId, delivery.exam_guid, version))?.seconds ?? null)
  const personOf = (row: Scheduled): ListedPerson => {
    const theirs = accommodations.get(row.user_guid) ?? []
    const examSeconds = seconds.get(row.version) ?? null
    const time = timeOf(examSeconds, row, theirs, nowMs)
    const beginsMs = Math.max(row.start_at ?? 0, nowMs)
    const plan = { timeMs: (examSeconds ?? 0) * 1000, parts: [] }
    const { own, presets } = entitledIn(theirs, plan, { fromMs: beginsMs, toMs: beginsMs })
    return {
      ...{ scheduleGuid: row.schedule_guid, userGuid: row.user_guid, username: row.username },
      ...{ firstName: row.first_name, lastName: row.last_name, number: numbers.get(row.user_guid) ?? '' },
      ...{ startMs: row.start_at, endMs: time && row.start_at !== null ? row.start_at + time.wholeMs : undefined },
      ...{
        ownMs: time?.ownMs ?? 0,
        restMs: own.restMs ?? 0,
        presets: shownPresetsOf(presets),
        passwordHash: row.password_hash,
      },
      ...{ isBegun: row.form_run_guid !== null, isFinished: row.completed_at !== null },
    }
  }
  const byRoom = Map.groupBy(seen, ({ room_id }) => (room_id !== null && known.has(room_id) ? room_id : ''))
  const usual = readWindow(windowOf(delivery), delivery.zone).moments
  const listed = (room: RoomRow | undefined): ListedRoom[] => {
    const people = byRoom.get(room?.room_id ?? '') ?? []
    if (people.length === 0) return []
    const { startMs, endMs } = room ? momentsOfRoom(room, usual) : usual
    const zone = room?.zone ?? delivery.zone
    return [{ room, zone, opensMs: startMs, closesMs: endMs, people: people.map(personOf) }]
  }
  return [...rooms.flatMap(listed), ...listed(undefined)]
}

/** The people of a list by last name or by number as a language sorts them; who has no number comes last. */
export const sorted = (people: readonly ListedPerson[], order: 'name' | 'number', languageCode: string): ListedPerson[] => {
  const collator = new Intl.Collator(languageCode, { numeric: true })
  const byName = (one: ListedPerson, other: ListedPerson) =>
    collator.compare(one.lastName, other.lastName) ||
    collator.compare(one.firstName, other.firstName) ||
    (one.scheduleGuid < other.scheduleGuid ? -1 : 1)
  const byNumber = (one: ListedPerson, other: ListedPerson) =>
    Number(one.number === '') - Number(other.number === '') || collator.compare(one.number, other.number)
  return people.toSorted((one, other) => (order === 'number' && byNumber(one, other)) || byName(one, other))
}
