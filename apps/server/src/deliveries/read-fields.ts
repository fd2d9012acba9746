import type { DeliveryEntryWanted, DeliveryRules, DeliveryWindow } from '@sitwell/contract'
import { isOneOf } from '../db/one-of.ts'
import type { DeliveryEntryTable, DeliveryRoomTable, DeliveryTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { timeZoneOf } from '../office/centres/time-zone.ts'
import { namesOf } from '../office/places/names.ts'
import type { ActionTarget } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import { placesOfPeople } from '../roles/place-queries.ts'
import type { Asking, Reading } from './deliveries-context.ts'
import { mayAt, placeOfRoom } from './delivery-places.ts'
import { selectExam, selectRoomsById } from './delivery-queries.ts'
import { derive } from './derived-moments.ts'
import { spanOf } from './stored-window.ts'
import { type Moments, type ReadWindow, readWindow } from './window.ts'

/** What staff say of a delivery, as the calls have it. */
export interface Typed {
  readonly name: string
  readonly examGuid: string
  readonly examVersion: number
  readonly zone: string
  readonly window: DeliveryWindow
  readonly rooms: readonly { readonly roomID: string; readonly window?: DeliveryWindow | undefined }[]
  readonly entries: readonly DeliveryEntryWanted[]
  readonly rules: DeliveryRules
}

type Columns = Pick<
  DeliveryTable,
  | 'closes'
  | 'closes_second'
  | 'derived'
  | 'end_at'
  | 'exam_guid'
  | 'exam_version'
  | 'name'
  | 'opens'
  | 'opens_second'
  | 'rules'
  | 'search_name'
  | 'start_at'
  | 'zone'
>

interface Problem {
  readonly path: string
  readonly message: string
}

/** A delivery as it is to be stored, without what names it. */
export interface ReadFields {
  readonly columns: Columns
  readonly rooms: readonly (Omit<DeliveryRoomTable, 'delivery_id' | 'org_id'> & { readonly centre_id: string })[]
  readonly entries: readonly Omit<DeliveryEntryTable, 'delivery_id' | 'org_id'>[]
}

const flag = (is: boolean) => (is ? 1 : 0)

const columnsOfWindow = ({ opens, opensSecond, closes, closesSecond }: ReadWindow) => ({
  ...{ opens, opens_second: flag(opensSecond), closes, closes_second: flag(closesSecond) },
})

const noWindow = { opens: null, opens_second: 0, closes: null, closes_second: 0 } as const

type KnownRoom = Awaited<ReturnType<typeof selectRoomsById>>[number]

/** Why a delivery can't have a room. One that is closed, or that the caller may not see, is like one that is not there. */
const problemOfRoom = ({ actor, nowMs }: Asking, row: KnownRoom | undefined, isKept: boolean): string | undefined => {
  if (!row) return 'not found'
  if (isKept) return undefined
  const place = placeOfRoom(row)
  const isSeen = mayDo(actor, 'people.read', place, nowMs) || mayDo(actor, 'deliveries.write', place, nowMs)
  if (!isSeen) return 'not found'
  return row.closed_at === null && row.centre_closed_at === null ? undefined : 'closed'
}

/** The rooms that are named, each once; those in `kept` may stay. */
const readRooms = async (reading: Reading, asking: Asking, typed: Typed['rooms'], kept: ReadonlySet<string>) => {
  const ids = typed.map(({ roomID }) => roomID)
  const known = new Map((await selectRoomsById(reading, asking.orgId, ids)).map((row) => [row.room_id, row]))
  const problems: Problem[] = []
  const moments: (Moments | undefined)[] = []
  const zones = new Map<string, string>()
  const rooms: ReadFields['rooms'][number][] = []
  for (const [position, { roomID, window }] of typed.entries()) {
    const path = `body.rooms[${position}]`
    const row = known.get(roomID)
    const isTwice = ids.indexOf(roomID) < position
    const message = isTwice ? 'twice' : problemOfRoom(asking, row, kept.has(roomID))
    if (message !== undefined || !row) {
      problems.push({ path, message: message ?? 'not found' })
      continue
    }
    const own = window && readWindow(window, row.zone)
    problems.push(...(own?.problems ?? []).map((one) => ({ path: `${path}.window.${one.path}`, message: one.message })))
    moments.push(own?.moments)
    zones.set(roomID, row.zone)
    rooms.push({ room_id: roomID, centre_id: row.centre_id, position, ...(own ? columnsOfWindow(own.window) : noWindow) })
  }
  return { rooms, moments, zones, problems }
}

const selectGroupsThere = async ({ kysely, dialect }: Reading, orgId: number, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : kysely
        .selectFrom('people_group')
        .select('group_id')
        .where('org_id', '=', orgId)
        .where('removed_at', 'is', null)
        .where(isOneOf(dialect, 'group_id', ids, (id) => id))
        .execute()

const selectPeopleThere = async ({ kysely, dialect }: Reading, orgId: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : kysely
        .selectFrom('person')
        .select(['user_id', 'user_guid'])
        .where('org_id', '=', orgId)
        .where('search_name', '>', '')
        .where(isOneOf(dialect, 'user_id', ids, (id) => id))
        .execute()

/** A group or person as it was named, with what is known of it. */
interface NamedEntry {
  /** Empty: it is a person, or not there. */
  readonly group: string
  readonly guid: string
  readonly place: ActionTarget
  readonly room: ReadFields['rooms'][number] | undefined
  readonly wantsRoom: boolean
  readonly isKept: boolean
}

/** Why a delivery can't be for a group or person. Those whom the caller may not see are like ones that are not there. */
const problemOfEntry = (asking: Asking, { group, guid, place, room, wantsRoom, isKept }: NamedEntry) => {
  const isThere = group !== '' || guid !== ''
  if (!isThere || !(isKept || mayDo(asking.actor, 'people.read', place, asking.nowMs))) return { at: '', message: 'not found' }
  if (!mayAt(asking, 'deliveries.write', place, placeOfRoom(room))) return { at: '', message: 'beyond' }
  return wantsRoom && !room ? { at: '.roomID', message: 'none of its rooms' } : undefined
}

/** The groups and people that are named, each once; those in `kept` may stay. */
const readEntries = async (
  reading: Reading,
  asking: Asking,
  { typed, rooms, kept }: { typed: Typed['entries']; rooms: ReadFields['rooms']; kept: ReadonlySet<string> },
) => {
  const { orgId } = asking
  const groupIds = typed.flatMap((one) => ('groupID' in one ? [one.groupID] : []))
  const userIds = typed.flatMap((one) => ('userID' in one ? [one.userID] : []))
  const there = new Set((await selectGroupsThere(reading, orgId, groupIds)).map(({ group_id }) => group_id))
  const people = await selectPeopleThere(reading, orgId, userIds)
  const guids = new Map(people.map(({ user_id, user_guid }) => [user_id, user_guid]))
  const places = await placesOfPeople(reading, orgId, [...guids.values()])
  const problems: Problem[] = []
  const entries = new Map<string, ReadFields['entries'][number]>()
  for (const [position, one] of typed.entries()) {
    const group = 'groupID' in one && there.has(one.groupID) ? one.groupID : ''
    const guid = 'userID' in one ? (guids.get(one.userID) ?? '') : ''
    const key = `${group} ${guid}`
    const place = group === '' ? (places.get(guid) ?? {}) : { groups: [group] }
    const room = rooms.find(({ room_id }) => room_id === one.roomID)
    const named = { group, guid, place, room, wantsRoom: one.roomID !== undefined, isKept: kept.has(key) }
    const problem = problemOfEntry(asking, named)
    if (problem) problems.push({ path: `body.entries[${position}]${problem.at}`, message: problem.message })
    else if (!entries.has(key)) entries.set(key, { group_id: group, user_guid: guid, position, room_id: room?.room_id ?? null })
  }
  return { entries: [...entries.values()], problems }
}

/** What a delivery had before a change: that may stay, even if a room was closed since. */
export interface Kept {
  readonly rooms: ReadonlySet<string>
  /** `GROUP GUID`, one of both empty. */
  readonly entries: ReadonlySet<string>
}

/** Reads what staff say of a delivery, or says what is wrong with it, field by field. */
export const readFields = async (reading: Reading, asking: Asking, typed: Typed, kept: Kept) => {
  const zone = timeZoneOf(typed.zone)
  const names = namesOf(typed.name)
  const exam = await selectExam(reading, asking.orgId, typed.examGuid, typed.examVersion)
  const usual = readWindow(typed.window, zone ?? 'UTC')
  const read = await readRooms(reading, asking, typed.rooms, kept.rooms)
  const people = await readEntries(reading, asking, { typed: typed.entries, rooms: read.rooms, kept: kept.entries })
  const problems: Problem[] = [
    ...(names ? [] : [{ path: 'body.name', message: 'empty' }]),
    ...(exam ? [] : [{ path: 'body.examVersion', message: 'not found' }]),
    ...(zone === undefined ? [{ path: 'body.zone', message: 'not a name as Europe/London' }] : []),
    ...usual.problems.map(({ path, message }) => ({ path: `body.window.${path}`, message })),
    ...read.problems,
    ...people.problems,
  ]
  if (!names || zone === undefined || problems.length > 0)
    return refuse('INVALID_REQUEST', 'The delivery can not be like this.', { details: problems })
  const hasRoomless = people.entries.some(({ room_id }) => room_id === null)
  const { startMs, endMs } = spanOf(usual.moments, read.moments, hasRoomless)
  const fields: ReadFields = {
    columns: {
      ...{ name: names.name, search_name: names.search_name, exam_guid: typed.examGuid, exam_version: typed.examVersion, zone },
      ...columnsOfWindow(usual.window),
      ...{ start_at: startMs, end_at: endMs, rules: JSON.stringify(typed.rules) },
      derived: JSON.stringify(
        derive(
          { ...columnsOfWindow(usual.window), zone },
          read.rooms.map((room) => ({ ...room, zone: read.zones.get(room.room_id) ?? zone })),
        ),
      ),
    },
    rooms: read.rooms,
    entries: people.entries,
  }
  return { ok: true as const, fields }
}
