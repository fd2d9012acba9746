import { randomUUID } from 'node:crypto'
import { officeAddRoom, officeChangeRoom, officeCloseRoom, officeRemoveRoom } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { CentreTable, RoomTable, Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { blankName, holdNames, namesOf } from '../places/names.ts'
import { holdCentre, holdRoom, isRoomNameTaken, updateRoom } from './centre-queries.ts'
import { changedMeanwhile, closing, hasAll, isRoomUsed, type Outcome, readRoom, refusals } from './centre-state.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

const note = (
  { securityLog }: Context,
  { caller, request, what }: { readonly caller: Caller; readonly request: FastifyRequest; readonly what: string },
  { centre_id, room_id, name }: RoomTable,
) =>
  securityLog.note({
    ...{ kind: 'centre-changed', orgId: caller.orgId, author: caller.userGuid, address: request.ip, what },
    target: { centre: centre_id, room: room_id, name },
  })

type Added = Outcome<RoomTable, 'gone' | 'taken' | 'closed' | 'other'>

/** Adds a room while its centre and all names are held. */
const addRoom = async (transaction: Kysely<Schema>, row: RoomTable): Promise<Added> => {
  const { org_id, room_id, centre_id, added_by, name_key } = row
  await holdNames(transaction, org_id)
  const centre = await holdCentre(transaction, org_id, centre_id)
  if (!centre) return { is: 'gone' }
  const before = await holdRoom(transaction, org_id, room_id)
  if (before) return hasAll(before.room, { added_by, centre_id, name_key }) ? { is: 'same', row: before.room } : { is: 'other' }
  if (centre.closed_at !== null) return { is: 'closed' }
  if (await isRoomNameTaken(transaction, row)) return { is: 'taken' }
  await transaction.insertInto('room').values(row).execute()
  return { is: 'changed', row }
}

/** Adds a room to a centre that is open. Its id is that of the request, so that the same request again finds it. */
export const officeAddRoomRoute = (context: Context) =>
  route(officeAddRoom, async ({ caller, body, request }) => {
    const { database, clock } = context
    const names = namesOf(body.name)
    if (!names) return blankName
    const { orgId, userGuid } = caller
    const row: RoomTable = {
      ...{ org_id: orgId, room_id: body.requestId ?? randomUUID(), centre_id: body.centreID, ...names },
      ...{
        seats: body.seats ?? null,
        version: 1,
        added_by: userGuid,
        added_at: clock.nowMs(),
        closed_by: null,
        closed_at: null,
      },
    }
    const outcome = await database.kysely.transaction().execute((transaction) => addRoom(transaction, row))
    if (!('row' in outcome)) return refusals[outcome.is]
    if (outcome.is === 'changed') note(context, { caller, request, what: 'room added' }, outcome.row)
    return { ok: true, value: { room: await readRoom(database.kysely, outcome.row) } }
  })

interface Change<Why extends keyof typeof refusals> {
  readonly isSame: (row: RoomTable) => boolean
  readonly change: (
    held: { readonly room: RoomTable; readonly centre: CentreTable },
    transaction: Kysely<Schema>,
  ) => Promise<Outcome<RoomTable, Why>>
}

/** Changes a room that has the version that the change is based on, while it, its centre and all names are held. */
const changeRoom = <Why extends keyof typeof refusals>(
  { database }: Context,
  { orgId }: Caller,
  { roomID, version }: { readonly roomID: string; readonly version: number },
  { isSame, change }: Change<Why>,
) =>
  database.kysely.transaction().execute(async (transaction): Promise<Outcome<RoomTable, Why | 'gone'>> => {
    await holdNames(transaction, orgId)
    const held = await holdRoom(transaction, orgId, roomID)
    if (!held) return { is: 'gone' }
    // The same change again, whose reply was lost, finds nothing to do.
    if (isSame(held.room)) return { is: 'same', row: held.room }
    return held.room.version === version ? change(held, transaction) : { is: 'stale', row: held.room }
  })

/** Changes the fields of a room that are given. */
export const officeChangeRoomRoute = (context: Context) =>
  route(officeChangeRoom, async ({ caller, body, request }) => {
    const names = body.name === undefined ? {} : namesOf(body.name)
    if (!names) return blankName
    const wanted = { ...names, ...(body.seats !== undefined && { seats: body.seats }) }
    const outcome = await changeRoom(context, caller, body, {
      isSame: (row) => hasAll(row, wanted),
      change: async ({ room }, transaction): Promise<Outcome<RoomTable, 'taken'>> => {
        if (room.closed_at === null && (await isRoomNameTaken(transaction, { ...room, ...wanted }))) return { is: 'taken' }
        return { is: 'changed', row: await updateRoom(transaction, room, wanted) }
      },
    })
    if (!('row' in outcome)) return refusals[outcome.is]
    const room = await readRoom(context.database.kysely, outcome.row)
    if (outcome.is === 'stale') return changedMeanwhile(room)
    if (outcome.is === 'changed') note(context, { caller, request, what: 'room changed' }, outcome.row)
    return { ok: true, value: { room } }
  })

/** Closes a room, or opens it again in a centre that is open. */
export const officeCloseRoomRoute = (context: Context) =>
  route(officeCloseRoom, async ({ caller, body, request }) => {
    const { isClosed } = body
    const outcome = await changeRoom(context, caller, body, {
      isSame: (row) => (row.closed_at !== null) === isClosed,
      change: async ({ room, centre }, transaction): Promise<Outcome<RoomTable, 'closed' | 'taken'>> => {
        if (!isClosed && centre.closed_at !== null) return { is: 'closed' }
        if (!isClosed && (await isRoomNameTaken(transaction, room))) return { is: 'taken' }
        const closed = closing(isClosed, caller.userGuid, context.clock.nowMs())
        return { is: 'changed', row: await updateRoom(transaction, room, closed) }
      },
    })
    if (!('row' in outcome)) return refusals[outcome.is]
    const room = await readRoom(context.database.kysely, outcome.row)
    if (outcome.is === 'stale') return changedMeanwhile(room)
    if (outcome.is === 'changed')
      note(context, { caller, request, what: isClosed ? 'room closed' : 'room opened' }, outcome.row)
    return { ok: true, value: { room } }
  })

/** Removes a room that nothing names. */
export const officeRemoveRoomRoute = (context: Context) =>
  route(officeRemoveRoom, async ({ caller, body, request }) => {
    const outcome = await changeRoom(context, caller, body, {
      isSame: () => false,
      change: async ({ room }, transaction): Promise<Outcome<RoomTable, 'used'>> => {
        if (await isRoomUsed(transaction, room)) return { is: 'used' }
        const { org_id, room_id } = room
        await transaction.deleteFrom('room').where('org_id', '=', org_id).where('room_id', '=', room_id).execute()
        return { is: 'changed', row: room }
      },
    })
    if (!('row' in outcome)) return refusals[outcome.is]
    if (outcome.is === 'stale') return changedMeanwhile(await readRoom(context.database.kysely, outcome.row))
    note(context, { caller, request, what: 'room removed' }, outcome.row)
    return { ok: true, value: {} }
  })
