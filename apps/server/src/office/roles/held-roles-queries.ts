import { type heldRoleSorts, type heldScopeKinds, type Role, roles, type shownHeldRoles } from '@sitwell/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { RoleGrantTable } from '../../db/schema.ts'
import { isPersonIn } from '../../roles/place-queries.ts'
import type { Places } from '../../roles/places.ts'
import type { Position } from '../people/cursor.ts'
import { hasEach } from '../places/has-each.ts'

type Reading = Pick<Database, 'dialect' | 'kysely'>

/** Which roles a list shows, and in which order. */
export interface HeldWishes {
  readonly orgId: number
  /** Where the caller may see roles. */
  readonly places: Places
  readonly words: readonly string[]
  readonly role: Role | undefined
  readonly scope: (typeof heldScopeKinds)[number]
  readonly show: (typeof shownHeldRoles)[number]
  readonly sort: (typeof heldRoleSorts)[number]
  readonly isDescending: boolean
}

/** Behind all moments: what has no end ends there. */
const never = sql.raw(String(Number.MAX_SAFE_INTEGER))

const rank = sql<number>`case held.role ${sql.join(
  roles.map((role, at) => sql`when ${sql.lit(role)} then ${sql.lit(at)}`),
  sql` `,
)} end`

const keyOf = {
  name: sql<string>`person.search_name`,
  role: rank,
  from: sql<number>`coalesce(held.valid_from, 0)`,
  until: sql<number>`coalesce(held.valid_until, ${never})`,
  granted: sql<number>`held.granted_at`,
} as const satisfies Readonly<Record<HeldWishes['sort'], RawBuilder<string | number>>>

/** The flags of people whom an old node stored: they represent grants as long as there has never been a row of one (decision 137). */
const ofFlag = (orgId: number, role: Role, flag: 'admin' | 'invigilator') => sql`
  select org_id, ${sql.lit(`${role}/`)} || user_guid, user_guid, ${sql.lit(role)}, 'organisation', '', null, null, 0, null
  from person as flagged
  where org_id = ${orgId} and (admin = 1 or invigilator = 1) and ${sql.ref(flag)} = 1 and not exists (
    select 1 from role_grant where role_grant.org_id = flagged.org_id and role_grant.user_guid = flagged.user_guid)`

const allHeld = (orgId: number) => sql`(
  select org_id, grant_id, user_guid, role, scope_kind, scope_id, valid_from, valid_until, granted_at, withdrawn_at
  from role_grant where org_id = ${orgId}
  union all ${ofFlag(orgId, 'it-administrator', 'admin')}
  union all ${ofFlag(orgId, 'invigilator', 'invigilator')}) as held`

const chosen = (show: HeldWishes['show'], nowMs: number): RawBuilder<SqlBool> => {
  const isOpen = sql`held.withdrawn_at is null and (held.valid_until is null or held.valid_until > ${nowMs})`
  switch (show) {
    case 'all':
      return sql`1 = 1`
    case 'current':
      return sql`${isOpen} and (held.valid_from is null or held.valid_from <= ${nowMs})`
    case 'coming':
      return sql`${isOpen} and held.valid_from > ${nowMs}`
    case 'over':
      return sql`held.withdrawn_at is null and held.valid_until <= ${nowMs}`
    case 'withdrawn':
      return sql`held.withdrawn_at is not null`
  }
}

/** What is held in the parts in which the caller may see roles, and what people of those parts hold in all of the organisation. */
const isInPlaces = (dialect: Database['dialect'], places: Places): RawBuilder<SqlBool> => {
  if (places.isEverywhere) return sql`1 = 1`
  const isIn = (kind: 'centre' | 'group' | 'room', ids: readonly string[]) =>
    ids.length === 0
      ? []
      : [sql`(held.scope_kind = ${sql.lit(kind)} and ${isOneOf(dialect, 'held.scope_id', ids, (id) => id)})`]
  const { centres, groups, rooms } = places
  const inRooms =
    centres.length === 0
      ? []
      : [
          sql`(held.scope_kind = 'room' and exists (select 1 from room
            where room.org_id = held.org_id and room.room_id = held.scope_id and ${isOneOf(dialect, 'room.centre_id', centres, (id) => id)}))`,
        ]
  const ofPeople = groups.length === 0 ? [] : [sql`(held.scope_kind = 'organisation' and ${isPersonIn(dialect, places)})`]
  const each = [...isIn('group', groups), ...isIn('centre', centres), ...isIn('room', rooms), ...inRooms, ...ofPeople]
  return each.length === 0 ? sql`1 = 0` : sql`(${sql.join(each, sql` or `)})`
}

/** Roles and scopes of a newer version grant nothing here, and are none of the list. Whoever was erased has no name. */
const listed = (dialect: Database['dialect'], wishes: HeldWishes, nowMs: number) => {
  const { words, role, scope, places, show } = wishes
  const conditions = [
    sql`person.search_name > ''`,
    sql`held.role in (${sql.join(roles.map((one) => sql.lit(one)))})`,
    sql`held.scope_kind in ('organisation', 'centre', 'room', 'group', 'exam', 'delivery', 'delivery-room')`,
    chosen(show, nowMs),
    isInPlaces(dialect, places),
    hasEach(dialect, 'person.search_name', words),
    ...(role === undefined ? [] : [sql`held.role = ${role}`]),
    ...(scope === 'all' ? [] : [sql`held.scope_kind = ${scope}`]),
  ]
  return sql`${allHeld(wishes.orgId)}
    inner join person on person.org_id = held.org_id and person.user_guid = held.user_guid
    where ${sql.join(conditions, sql` and `)}`
}

/** A role's place in the list. */
export interface HeldPlace {
  readonly grant_id: string
  readonly user_guid: string
  readonly value: string | number
}

/**
 * The places of a page: those behind a position, or the first ones. Roles are held by some thousands of people at most, so that they are sorted as they
 * are read, however many people there are.
 */
export const selectHeldPlaces = async (
  { kysely, dialect }: Reading,
  wishes: HeldWishes,
  { behind, limit, nowMs }: { readonly behind: Position | undefined; readonly limit: number; readonly nowMs: number },
): Promise<HeldPlace[]> => {
  const key = keyOf[wishes.sort]
  const [order, than] = wishes.isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const from = behind ? sql`and (${key}, held.grant_id) ${than} (${behind.value}, ${behind.id})` : sql``
  const { rows } = await sql<HeldPlace>`select held.grant_id as grant_id, held.user_guid as user_guid, ${key} as value
    from ${listed(dialect, wishes, nowMs)} ${from}
    order by ${key} ${order}, held.grant_id ${order} limit ${limit}`.execute(kysely)
  return rows.map((row) => (wishes.sort === 'name' ? row : { ...row, value: Number(row.value) }))
}

/** How many roles a list shows in all. */
export const countHeld = async ({ kysely, dialect }: Reading, wishes: HeldWishes, nowMs: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${listed(dialect, wishes, nowMs)}`.execute(kysely)
  return Number(rows[0]?.n ?? 0)
}

/** The rows of these people's grants by their ids, of any state. */
export const byGrantId = (rows: readonly RoleGrantTable[]): ReadonlyMap<string, RoleGrantTable> =>
  new Map(rows.map((row) => [row.grant_id, row]))
