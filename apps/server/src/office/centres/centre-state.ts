import type { CentreState, RoomState } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { CentreTable, RoomTable, Schema } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { nameTaken, otherRequest } from '../places/names.ts'
import { selectNamedPlaces } from './centre-queries.ts'

export const centreStateOf = (row: CentreTable, isUsed: boolean): CentreState => ({
  ...{ centreID: row.centre_id, version: row.version, name: row.name, zone: row.zone, address: row.address },
  ...{ isClosed: row.closed_at !== null, isUsed },
})

export const roomStateOf = (row: RoomTable, isUsed: boolean): RoomState => ({
  ...{ roomID: row.room_id, centreID: row.centre_id, version: row.version, name: row.name },
  ...(row.seats !== null && { seats: row.seats }),
  ...{ isClosed: row.closed_at !== null, isUsed },
})

/** Whether a centre has a room, or something names it. */
export const isCentreUsed = async (
  kysely: Kysely<Schema>,
  { org_id, centre_id }: Pick<CentreTable, 'centre_id' | 'org_id'>,
): Promise<boolean> => {
  const room = await kysely
    .selectFrom('room')
    .select('room_id')
    .where('org_id', '=', org_id)
    .where('centre_id', '=', centre_id)
    .limit(1)
    .executeTakeFirst()
  return room !== undefined || (await selectNamedPlaces(kysely, org_id)).centres.has(centre_id)
}

/** Whether something names a room. */
export const isRoomUsed = async (
  kysely: Kysely<Schema>,
  { org_id, room_id }: Pick<RoomTable, 'org_id' | 'room_id'>,
): Promise<boolean> => (await selectNamedPlaces(kysely, org_id)).rooms.has(room_id)

/** How a centre is now. */
export const readCentre = async (kysely: Kysely<Schema>, row: CentreTable): Promise<CentreState> =>
  centreStateOf(row, await isCentreUsed(kysely, row))

/** How a room is now. */
export const readRoom = async (kysely: Kysely<Schema>, row: RoomTable): Promise<RoomState> =>
  roomStateOf(row, await isRoomUsed(kysely, row))

/** Why a centre or room stays as it is. */
export const refusals = {
  gone: refuse('NOT_FOUND', 'The organisation has no such centre or room.'),
  taken: nameTaken,
  used: refuse('IN_USE', 'Something names it, so that it can only be closed.'),
  closed: refuse('CLOSED', 'It is closed, or its centre is.'),
  other: otherRequest,
} as const

/** What happened to a change: `same`: there was nothing to do; `stale`: it was based on another version. */
export type Outcome<Row, Why extends keyof typeof refusals> =
  | { readonly is: 'changed' | 'same' | 'stale'; readonly row: Row }
  | { readonly is: Why }

export const changedMeanwhile = (current: CentreState | RoomState) =>
  refuse('CHANGED_MEANWHILE', 'Somebody changed it since this version.', { current })

/** Columns that close a centre or room, or open it again. */
export const closing = (isClosed: boolean, author: string, nowMs: number) =>
  isClosed ? { closed_by: author, closed_at: nowMs } : { closed_by: null, closed_at: null }

/** Whether a row has these values already. */
export const hasAll = (row: object, wanted: object): boolean => {
  const held = new Map<string, unknown>(Object.entries(row))
  return Object.entries(wanted).every(([field, value]) => held.get(field) === value)
}
