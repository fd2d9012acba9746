import type { Permission } from '@sitwell/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { ActionTarget } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import { placesOfPeople } from '../roles/place-queries.ts'
import type { Places } from '../roles/places.ts'
import type { Asking, Reading } from './deliveries-context.ts'
import type { RoomRow } from './delivery-queries.ts'

/** Where a room is, as far as scopes are concerned. */
export const placeOfRoom = (room: Pick<RoomRow, 'centre_id' | 'room_id'> | undefined): ActionTarget =>
  room ? { room: room.room_id, centre: room.centre_id } : {}

/** Whether the caller may do something to somebody of a delivery: where the person is, or where they sit. */
export const mayAt = ({ actor, nowMs }: Asking, permission: Permission, person: ActionTarget, room: ActionTarget): boolean =>
  mayDo(actor, permission, person, nowMs) || (room.room !== undefined && mayDo(actor, permission, room, nowMs))

/** That a row of `delivery` is of these places, as SQL: one of its rooms, groups or people is in them. */
export const isDeliveryIn = (
  dialect: Reading['dialect'],
  { isEverywhere, groups, centres, rooms }: Places,
): RawBuilder<SqlBool> => {
  if (isEverywhere) return sql<SqlBool>`1 = 1`
  const own = sql`own.org_id = delivery.org_id and own.delivery_id = delivery.delivery_id`
  const some: RawBuilder<SqlBool>[] = [sql<SqlBool>`1 = 0`]
  if (groups.length > 0)
    some.push(sql<SqlBool>`exists (select 1 from delivery_entry as own where ${own} and (
      ${isOneOf(dialect, 'own.group_id', groups, (id) => id)} or exists (select 1 from people_group_member as placed
        where placed.org_id = own.org_id and placed.user_guid = own.user_guid and ${isOneOf(dialect, 'placed.group_id', groups, (id) => id)})))`)
  if (rooms.length > 0)
    some.push(
      sql<SqlBool>`exists (select 1 from delivery_room as own where ${own} and ${isOneOf(dialect, 'own.room_id', rooms, (id) => id)})`,
    )
  if (centres.length > 0)
    some.push(sql<SqlBool>`exists (select 1 from delivery_room as own
      join room on room.org_id = own.org_id and room.room_id = own.room_id
      where ${own} and ${isOneOf(dialect, 'room.centre_id', centres, (id) => id)})`)
  return sql<SqlBool>`(${sql.join(some, sql` or `)})`
}

/** What a delivery is about, as far as who may change it is concerned. */
export interface About {
  readonly rooms: readonly Pick<RoomRow, 'centre_id' | 'room_id'>[]
  readonly entries: readonly { readonly group_id: string; readonly user_guid: string; readonly room_id: string | null }[]
}

/**
 * Whether somebody may change a delivery as a whole: its window and rules are about everybody in it. So they may schedule for each group and person that it
 * names, in all of the organisation, in that group, or in the room in which those sit. One that names nobody is of its rooms.
 */
export const mayChangeAll = async (reading: Reading, asking: Asking, { rooms, entries }: About): Promise<boolean> => {
  const { orgId, actor, nowMs } = asking
  if (mayDo(actor, 'deliveries.write', {}, nowMs)) return true
  const places = new Map(rooms.map((room) => [room.room_id, placeOfRoom(room)]))
  const isOwn = (place: ActionTarget) => mayDo(actor, 'deliveries.write', place, nowMs)
  if (entries.length === 0) return rooms.length > 0 && [...places.values()].every(isOwn)
  const people = await placesOfPeople(
    reading,
    orgId,
    entries.flatMap(({ user_guid }) => (user_guid === '' ? [] : [user_guid])),
  )
  return entries.every(({ group_id, user_guid, room_id }) => {
    const place = group_id === '' ? (people.get(user_guid) ?? {}) : { groups: [group_id] }
    return mayAt(asking, 'deliveries.write', place, places.get(room_id ?? '') ?? {})
  })
}
