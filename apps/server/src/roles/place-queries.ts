import type { Permission, ScopeField } from '@sitwell/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { Schema } from '../db/schema.ts'
import type { ActionTarget } from './grant.ts'
import { mayDo } from './may.ts'
import { type Places, placesIn } from './places.ts'
import { type Asking, grantsOfCaller } from './queries.ts'

type Reading = Pick<Database, 'dialect' | 'kysely'>

/** The fields of a request by which a narrower scope than the organisation is found; the others are of the organisation alone. */
const foundBy = ['userID', 'groupID', 'centreID', 'roomID'] as const satisfies readonly ScopeField[]
type Found = (typeof foundBy)[number]

export const isFoundBy = (field: ScopeField): field is Found => foundBy.some((one) => one === field)

/** The place of a person, as far as scopes need it: their groups. */
export const placeOfPerson = async (kysely: Kysely<Schema>, orgId: number, userGuid: string): Promise<ActionTarget> => {
  const rows = await kysely
    .selectFrom('people_group_member')
    .select('group_id')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .execute()
  return { groups: rows.map(({ group_id }) => group_id) }
}

/** The places of many people, by their guids. People who are missing in the result are in no group. */
export const placesOfPeople = async (
  { kysely, dialect }: Reading,
  orgId: number,
  userGuids: readonly string[],
): Promise<ReadonlyMap<string, ActionTarget>> => {
  if (userGuids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('people_group_member')
    .select(['group_id', 'user_guid'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', userGuids, (guid) => guid))
    .execute()
  const byPerson = Map.groupBy(rows, ({ user_guid }) => user_guid)
  return new Map([...byPerson].map(([guid, own]) => [guid, { groups: own.map(({ group_id }) => group_id) }]))
}

const placeOfUserId = async (kysely: Kysely<Schema>, orgId: number, userId: number): Promise<ActionTarget> => {
  const person = await kysely
    .selectFrom('person')
    .select('user_guid')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return person ? placeOfPerson(kysely, orgId, person.user_guid) : {}
}

const placeOfRoom = async (kysely: Kysely<Schema>, orgId: number, room: string): Promise<ActionTarget> => {
  const row = await kysely
    .selectFrom('room')
    .select('centre_id')
    .where('org_id', '=', orgId)
    .where('room_id', '=', room)
    .executeTakeFirst()
  return row ? { room, centre: row.centre_id } : {}
}

/** The place of the thing that a field of a request names; no narrower scope if the organisation doesn't have it. */
const placeOfField = async (kysely: Kysely<Schema>, orgId: number, field: Found, value: unknown): Promise<ActionTarget> => {
  if (field === 'userID') return placeOfUserId(kysely, orgId, Number(value))
  if (field === 'groupID') return { groups: [String(value)] }
  return field === 'centreID' ? { centre: String(value) } : placeOfRoom(kysely, orgId, String(value))
}

/**
 * Whether a caller may do something to all that a request names. `fields` are those of its call's scope that the request gives, with their values: at
 * least one of them names a place, and each that does is covered.
 */
export const isPermittedAt = async (
  database: Database,
  caller: Asking,
  permission: Permission,
  { fields, nowMs }: { readonly fields: readonly (readonly [ScopeField, unknown])[]; readonly nowMs: number },
): Promise<boolean> => {
  const grants = await grantsOfCaller(database, caller)
  if (mayDo(grants, permission, {}, nowMs)) return true
  if (fields.length === 0) return false
  for (const [field, value] of fields) {
    const place = isFoundBy(field) ? await placeOfField(database.kysely, caller.orgId, field, value) : {}
    if (!mayDo(grants, permission, place, nowMs)) return false
  }
  return true
}

/** The parts of their organisation in which a caller may do something now: for lists, whose call has the scope `places`. */
export const placesOf = async (database: Database, caller: Asking, permission: Permission, nowMs: number): Promise<Places> =>
  placesIn(await grantsOfCaller(database, caller), permission, nowMs)

/**
 * That a row of `person` (the table, or its alias in the query) is of somebody in these places, as SQL. The groups of a role are few, and each is read
 * from the key of its members.
 */
export const isPersonIn = (
  dialect: Database['dialect'],
  { isEverywhere, groups }: Pick<Places, 'groups' | 'isEverywhere'>,
  person = 'person',
): RawBuilder<SqlBool> => {
  if (isEverywhere) return sql<SqlBool>`1 = 1`
  if (groups.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`exists (select 1 from people_group_member as placed
    where placed.org_id = ${sql.ref(`${person}.org_id`)} and placed.user_guid = ${sql.ref(`${person}.user_guid`)}
    and ${isOneOf(dialect, 'placed.group_id', groups, (id) => id)})`
}
