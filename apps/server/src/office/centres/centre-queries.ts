import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { CentreTable, RoomTable, Schema } from '../../db/schema.ts'
import type { Places } from '../../roles/places.ts'
import type { Position } from '../people/cursor.ts'
import { hasEach } from '../places/has-each.ts'

type Reading = Pick<Database, 'dialect' | 'kysely'>

/** Which centres a list shows. */
export interface CentreWishes {
  readonly orgId: number
  readonly places: Pick<Places, 'centres' | 'isEverywhere' | 'rooms'>
  readonly words: readonly string[]
  readonly withClosed: boolean
  /** Only this one. */
  readonly centre: string | undefined
  readonly isDescending: boolean
}

const listed = (dialect: Database['dialect'], { orgId, places, words, withClosed, centre }: CentreWishes) => {
  const ofRooms = sql`exists (select 1 from room where room.org_id = centre.org_id and room.centre_id = centre.centre_id
    and ${isOneOf(dialect, 'room.room_id', places.rooms, (id) => id)})`
  const isShown = places.isEverywhere
    ? sql`1 = 1`
    : sql`(${isOneOf(dialect, 'centre_id', places.centres, (id) => id)} or ${ofRooms})`
  const isThere = withClosed ? sql`1 = 1` : sql`closed_at is null`
  const isMeant = centre === undefined ? sql`1 = 1` : sql`centre_id = ${centre}`
  return sql`org_id = ${orgId} and ${isMeant} and ${isThere} and ${isShown} and ${hasEach(dialect, 'search_name', words)}`
}

/** Centres by name, from behind a position on. An organisation has some thousands at most, so that they are sorted as they are read. */
export const selectCentres = async (
  { kysely, dialect }: Reading,
  wishes: CentreWishes,
  { behind, limit }: { readonly behind: Position | undefined; readonly limit: number },
): Promise<CentreTable[]> => {
  const [order, than] = wishes.isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const from = behind ? sql`and (search_name, centre_id) ${than} (${behind.value}, ${behind.id})` : sql``
  const { rows } = await sql<CentreTable>`select * from centre where ${listed(dialect, wishes)} ${from}
    order by search_name ${order}, centre_id ${order} limit ${limit}`.execute(kysely)
  return rows
}

export const countCentres = async ({ kysely, dialect }: Reading, wishes: CentreWishes): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from centre where ${listed(dialect, wishes)}`.execute(kysely)
  return Number(rows[0]?.n ?? 0)
}

/** The rooms of centres by name. */
export const selectRooms = async (
  { kysely, dialect }: Reading,
  orgId: number,
  centreIds: readonly string[],
): Promise<RoomTable[]> =>
  centreIds.length === 0
    ? []
    : kysely
        .selectFrom('room')
        .selectAll()
        .where('org_id', '=', orgId)
        .where(isOneOf(dialect, 'centre_id', centreIds, (id) => id))
        .orderBy('search_name')
        .orderBy('room_id')
        .execute()

/** Centres and rooms that grants of any state or deliveries name: who invigilated or sat where can be read only as long as those are there. */
export const selectNamedPlaces = async (kysely: Kysely<Schema>, orgId: number) => {
  const rows = await kysely
    .selectFrom('role_grant')
    .select(['scope_kind', 'scope_id', 'scope_room'])
    .distinct()
    .where('org_id', '=', orgId)
    .where('scope_kind', 'in', ['centre', 'room', 'delivery-room'])
    .execute()
  const centres = rows.flatMap(({ scope_kind, scope_id }) => (scope_kind === 'centre' ? [scope_id] : []))
  const rooms = rows.flatMap(({ scope_kind, scope_id, scope_room }) =>
    scope_kind === 'room' ? [scope_id] : (scope_room ?? []),
  )
  const inDeliveries = await kysely
    .selectFrom('delivery_room')
    .select('room_id')
    .distinct()
    .where('org_id', '=', orgId)
    .execute()
  return { centres: new Set(centres), rooms: new Set([...rooms, ...inDeliveries.map(({ room_id }) => room_id)]) }
}

/** A centre, held until the transaction ends. */
export const holdCentre = (transaction: Kysely<Schema>, orgId: number, id: string): Promise<CentreTable | undefined> =>
  transaction
    .updateTable('centre')
    .set({ centre_id: id })
    .where('org_id', '=', orgId)
    .where('centre_id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** A room with its centre, both held until the transaction ends: the centre first, as whoever adds a room holds it. */
export const holdRoom = async (
  transaction: Kysely<Schema>,
  orgId: number,
  id: string,
): Promise<{ readonly room: RoomTable; readonly centre: CentreTable } | undefined> => {
  const found = await transaction
    .selectFrom('room')
    .select('centre_id')
    .where('org_id', '=', orgId)
    .where('room_id', '=', id)
    .executeTakeFirst()
  const centre = found && (await holdCentre(transaction, orgId, found.centre_id))
  const room = await transaction
    .updateTable('room')
    .set({ room_id: id })
    .where('org_id', '=', orgId)
    .where('room_id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return centre && room && { room, centre }
}

/** Whether another open centre of the organisation has a name. To be asked while names are held. */
export const isCentreNameTaken = async (
  transaction: Kysely<Schema>,
  { org_id, name_key, centre_id }: Pick<CentreTable, 'centre_id' | 'name_key' | 'org_id'>,
): Promise<boolean> => {
  const rows = await transaction
    .selectFrom('centre')
    .select('centre_id')
    .where('org_id', '=', org_id)
    .where('name_key', '=', name_key)
    .where('closed_at', 'is', null)
    .execute()
  return rows.some((row) => row.centre_id !== centre_id)
}

/** Whether another open room of the centre has a name. To be asked while names are held. */
export const isRoomNameTaken = async (
  transaction: Kysely<Schema>,
  { org_id, name_key, centre_id, room_id }: Pick<RoomTable, 'centre_id' | 'name_key' | 'org_id' | 'room_id'>,
): Promise<boolean> => {
  const rows = await transaction
    .selectFrom('room')
    .select('room_id')
    .where('org_id', '=', org_id)
    .where('centre_id', '=', centre_id)
    .where('name_key', '=', name_key)
    .where('closed_at', 'is', null)
    .execute()
  return rows.some((row) => row.room_id !== room_id)
}

/** Changes a centre that is held, and counts its version on. */
export const updateCentre = (
  transaction: Kysely<Schema>,
  { org_id, centre_id }: CentreTable,
  changed: Partial<Omit<CentreTable, 'centre_id' | 'org_id' | 'version'>>,
): Promise<CentreTable> =>
  transaction
    .updateTable('centre')
    .set({ ...changed, version: sql<number>`version + 1` })
    .where('org_id', '=', org_id)
    .where('centre_id', '=', centre_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Changes a room that is held, and counts its version on. */
export const updateRoom = (
  transaction: Kysely<Schema>,
  { org_id, room_id }: RoomTable,
  changed: Partial<Omit<RoomTable, 'centre_id' | 'org_id' | 'room_id' | 'version'>>,
): Promise<RoomTable> =>
  transaction
    .updateTable('room')
    .set({ ...changed, version: sql<number>`version + 1` })
    .where('org_id', '=', org_id)
    .where('room_id', '=', room_id)
    .returningAll()
    .executeTakeFirstOrThrow()
