import { type DeliveryChange, type DeliveryEntry, type DeliveryState, deliveryActs, officeDelivery } from '@sitwell/contract'
import { sql } from 'kysely'
import type { DeliveryChangeTable, DeliveryTable, PersonTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { namesOf } from '../office/people/names-of.ts'
import { mayDo } from '../roles/may.ts'
import { placesOfPeople } from '../roles/place-queries.ts'
import { placesIn } from '../roles/places.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { type Asking, askingOf, iso, type Reading } from './deliveries-context.ts'
import { isDeliveryIn, mayAt, mayChangeAll, placeOfRoom } from './delivery-places.ts'
import {
  type EntryRow,
  type RoomRow,
  selectDelivery,
  selectEntries,
  selectExam,
  selectInvigilators,
  selectRoomsOf,
} from './delivery-queries.ts'
import { countPeople, noCounts } from './list-deliveries.ts'
import { rulesOf } from './rule-columns.ts'
import { stateOf } from './state-of.ts'
import { momentsOfRoom, windowOf, windowOfRoom } from './stored-window.ts'
import { readWindow } from './window.ts'

export const noDeliveryHere = refuse('NOT_FOUND', 'There is no delivery with this id in the organisation.')

/** A delivery that the caller may see; what is elsewhere is like what is not there. */
export const findDelivery = async (reading: Reading, asking: Asking, id: string): Promise<DeliveryTable | undefined> => {
  const { orgId, actor, nowMs } = asking
  const places = placesIn(actor, 'deliveries.read', nowMs)
  const { rows } = await sql<{ delivery_id: string }>`select delivery_id from delivery
    where org_id = ${orgId} and delivery_id = ${id} and ${isDeliveryIn(reading.dialect, places)}`.execute(reading.kysely)
  return rows.length > 0 ? selectDelivery(reading.kysely, orgId, id) : undefined
}

const mostChanges = 50

/** What was done to a delivery, the latest first. */
export const selectChanges = (
  { kysely }: Reading,
  { org_id, delivery_id }: Pick<DeliveryTable, 'delivery_id' | 'org_id'>,
): Promise<DeliveryChangeTable[]> =>
  kysely
    .selectFrom('delivery_change')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', delivery_id)
    .orderBy('number', 'desc')
    .limit(mostChanges)
    .execute()

/** Whether somebody has begun what a change made or changed. */
export const isChangeBegun = async (
  { kysely }: Reading,
  { org_id, delivery_id, number }: Pick<DeliveryChangeTable, 'delivery_id' | 'number' | 'org_id'>,
): Promise<boolean> => {
  const row = await kysely
    .selectFrom('delivery_change_row as changed')
    .innerJoin('form_run', (on) =>
      on.onRef('form_run.org_id', '=', 'changed.org_id').onRef('form_run.schedule_guid', '=', 'changed.schedule_guid'),
    )
    .select('form_run.form_run_guid')
    .where('changed.org_id', '=', org_id)
    .where('changed.delivery_id', '=', delivery_id)
    .where('changed.number', '=', number)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The change that would be undone next: the last one of the schedules that was not. */
export const lastChange = (changes: readonly DeliveryChangeTable[]): DeliveryChangeTable | undefined =>
  changes.find(({ act, undone_at }) => (act === 'applied' || act === 'added') && undone_at === null)

const shownEntries = async (
  reading: Reading,
  asking: Asking,
  { entries, rooms }: { readonly entries: readonly EntryRow[]; readonly rooms: readonly RoomRow[] },
): Promise<DeliveryEntry[]> => {
  const guids = entries.flatMap(({ user_guid }) => (user_guid === '' ? [] : [user_guid]))
  const places = await placesOfPeople(reading, asking.orgId, guids)
  const may = (group: string, guid: string, roomId: string | null) => {
    const place = group === '' ? (places.get(guid) ?? {}) : { groups: [group] }
    const room = placeOfRoom(rooms.find(({ room_id }) => room_id === roomId))
    return mayDo(asking.actor, 'people.read', place, asking.nowMs) || mayAt(asking, 'deliveries.read', place, room)
  }
  return entries
    .filter(({ group_id, user_guid, room_id }) => may(group_id, user_guid, room_id))
    .map(({ group_id, room_id, name, members, user_id, username, first_name, last_name }) => {
      const room = room_id === null ? {} : { roomID: room_id }
      return user_id === null
        ? { groupID: group_id, name: name ?? '', members, ...room }
        : { userID: user_id, username: username ?? '', firstName: first_name ?? '', lastName: last_name ?? '', ...room }
    })
}

const namedOf = (one: Pick<PersonTable, 'first_name' | 'last_name' | 'user_id' | 'username'>) => ({
  ...{ userID: one.user_id, username: one.username, firstName: one.first_name, lastName: one.last_name },
})

/** How a delivery is now, as the caller may see it. */
export const readDelivery = async (reading: Reading, asking: Asking, row: DeliveryTable): Promise<DeliveryState> => {
  const { orgId, nowMs } = asking
  const [rooms, entries, changes, exam, counts] = [
    await selectRoomsOf(reading, orgId, [row.delivery_id]),
    await selectEntries(reading.kysely, row),
    await selectChanges(reading, row),
    await selectExam(reading, orgId, row.exam_guid, row.exam_version),
    await countPeople(reading, orgId, [row.delivery_id]),
  ]
  const nameOf = await namesOf(
    reading,
    orgId,
    changes.map(({ author }) => author),
  )
  const usual = readWindow(windowOf(row), row.zone).moments
  const mayChange = row.cancelled_at === null && (await mayChangeAll(reading, asking, { rooms, entries }))
  const invigilators = mayChange ? await selectInvigilators(reading, row, nowMs) : undefined
  const last = lastChange(changes)
  const canUndo = last && row.cancelled_at === null && !(await isChangeBegun(reading, last)) ? last.number : undefined
  return {
    ...{
      deliveryID: row.delivery_id,
      version: row.version,
      name: row.name,
      examGuid: row.exam_guid,
      examName: exam?.name ?? '',
    },
    ...{ examVersion: row.exam_version, newestVersion: exam?.newestVersion ?? row.exam_version, zone: row.zone },
    ...{ startsAt: iso(row.start_at), endsAt: iso(row.end_at), state: stateOf(row, nowMs), window: windowOf(row) },
    rooms: rooms.map((room) => {
      const window = windowOfRoom(room)
      const { startMs, endMs } = momentsOfRoom(room, usual)
      return {
        ...{ roomID: room.room_id, name: room.name, centre: room.centre, zone: room.zone },
        ...(room.seats !== null && { seats: room.seats }),
        ...(window && { window }),
        ...{ startsAt: iso(startMs), endsAt: iso(endMs) },
        ...(invigilators && { invigilators: (invigilators.get(room.room_id) ?? []).map(namedOf) }),
      }
    }),
    entries: await shownEntries(reading, asking, { entries, rooms }),
    rules: rulesOf(row),
    counts: counts.get(row.delivery_id) ?? noCounts,
    changes: changes.map(
      ({ number, act, at, author, people, undone_at, reason }): DeliveryChange => ({
        ...{ number, act: deliveryActs.find((one) => one === act) ?? 'applied', at: iso(at), by: nameOf(author), people },
        ...{ isUndone: undone_at !== null, ...(reason !== null && { reason }) },
      }),
    ),
    ...(canUndo !== undefined && { canUndo }),
    mayChange,
  }
}

/** One delivery. */
export const officeDeliveryRoute = (context: Pick<SecurityContext, 'clock' | 'database'>) =>
  route(officeDelivery, async ({ caller, query }) => {
    const asking = await askingOf(context, caller)
    const row = await findDelivery(context.database, asking, query.deliveryID)
    if (!row) return noDeliveryHere
    return { ok: true, value: { delivery: await readDelivery(context.database, asking, row), asOf: iso(asking.nowMs) } }
  })
