import { type LiveView, livePermissions } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import { selectDelivery, selectRoomsOf } from '../deliveries/delivery-queries.ts'
import type { ActionTarget, Grant } from '../roles/grant.ts'
import { isInForce, mayDo } from '../roles/may.ts'
import type { LiveKey } from './base-rows.ts'
import { iso, type Viewer } from './viewer.ts'

const mayAt = ({ grants, nowMs }: Viewer, place: ActionTarget) =>
  livePermissions.filter((permission) => mayDo(grants, permission, place, nowMs))

/** Whether somebody is an invigilator of this very room of a delivery. */
export const isOwnRoom = ({ grants, nowMs }: Viewer, delivery: string, room: string): boolean =>
  grants.some(
    (grant: Grant) =>
      isInForce(grant, nowMs) &&
      ((grant.scope.kind === 'delivery-room' && grant.scope.delivery === delivery && grant.scope.room === room) ||
        (grant.scope.kind === 'room' && grant.scope.id === room)),
  )

const examName = async (database: Database, orgId: number, examGuid: string): Promise<string | undefined> => {
  const row = await database.kysely
    .selectFrom('exam')
    .select('name')
    .where('org_id', '=', orgId)
    .where('exam_guid', '=', examGuid)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row?.name
}

/** What a live view is about, with what the viewer may do in it; undefined if there is no such thing. */
export const readView = async (database: Database, viewer: Viewer, key: LiveKey): Promise<LiveView | undefined> => {
  const { orgId } = viewer
  if ('examGuid' in key) {
    const name = await examName(database, orgId, key.examGuid)
    return name === undefined
      ? undefined
      : { examGuid: key.examGuid, name, examName: name, rooms: [], may: mayAt(viewer, { exam: key.examGuid }) }
  }
  const delivery = await selectDelivery(database.kysely, orgId, key.deliveryId)
  if (!delivery) return undefined
  const place = { delivery: key.deliveryId, exam: delivery.exam_guid }
  const rooms = await selectRoomsOf(database, orgId, [key.deliveryId])
  return {
    ...{ deliveryID: delivery.delivery_id, examGuid: delivery.exam_guid, name: delivery.name },
    examName: (await examName(database, orgId, delivery.exam_guid)) ?? '',
    ...{ zone: delivery.zone, startsAt: iso(delivery.start_at), endsAt: iso(delivery.end_at) },
    rooms: rooms
      .map((room) => ({ room, place: { ...place, room: room.room_id, centre: room.centre_id } }))
      .filter(({ place: at }) => mayDo(viewer.grants, 'sittings.read', at, viewer.nowMs))
      .map(({ room, place: at }) => ({
        ...{ roomID: room.room_id, name: room.name, centre: room.centre, zone: room.zone },
        ...{ isOwn: isOwnRoom(viewer, key.deliveryId, room.room_id), may: mayAt(viewer, at) },
      })),
    may: mayAt(viewer, place),
  }
}
