import type { peopleSorts, shownPeople } from '@sitwell/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, DialectName } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { RoleGrantTable } from '../../db/schema.ts'
import { isPersonIn } from '../../roles/place-queries.ts'
import type { Places } from '../../roles/places.ts'
import type { Position } from './cursor.ts'

/** What a list of people shows, and in which order. */
export interface ListWishes {
  readonly orgId: number
  readonly show: (typeof shownPeople)[number]
  readonly sort: (typeof peopleSorts)[number]
  readonly isDescending: boolean
  /** Where the caller may see people. */
  readonly places: Pick<Places, 'groups' | 'isEverywhere'>
  /** Only the members of this group. */
  readonly group: string | undefined
  /** As `wordsOf` returns them: each is in one of a person's fields. */
  readonly words: readonly string[]
}

/**
 * What rows are sorted by. Each has an index that begins with the organisation and ends with the guid, so that a page is read from its place in
 * that index, however far behind the start it is; no row is null there, so that every row has its place.
 */
const keyOf = {
  name: sql<string>`search_name`,
  username: sql<string>`coalesce(sign_in_name, '')`,
  identifier: sql<string>`coalesce(substr(learner_identifier, 1, 100), '')`,
  lastSignIn: sql<number>`last_sign_in_at`,
} as const satisfies Readonly<Record<ListWishes['sort'], RawBuilder<string | number>>>

/**
 * Guids of the people who have a role, or own the installation, now or soon: those of open grants, and those whose flags an old node wrote without one (decision 137).
 * Staff are few, so that the database makes this list once for a query.
 */
const staff = (orgId: number, nowMs: number) => sql`(
  select user_guid from role_grant
  where org_id = ${orgId} and withdrawn_at is null and (valid_until is null or valid_until > ${nowMs})
  union select user_guid from installation_grant
  where org_id = ${orgId} and withdrawn_at is null and (valid_until is null or valid_until > ${nowMs})
  union select user_guid from person as flagged
  where org_id = ${orgId} and (admin = 1 or invigilator = 1) and not exists (
    select 1 from role_grant where role_grant.org_id = flagged.org_id and role_grant.user_guid = flagged.user_guid))`

/** Literals, not parameters: the databases use the indexes of these few only if they see the condition. */
const chosen = (show: ListWishes['show'], orgId: number, nowMs: number): RawBuilder<SqlBool> => {
  switch (show) {
    case 'all':
      return sql`1 = 1`
    case 'suspended':
      return sql`suspended = 1`
    case 'never-signed-in':
      return sql`last_sign_in_at = 0`
    case 'staff':
      return sql`user_guid in ${staff(orgId, nowMs)}`
    case 'learners':
      return sql`user_guid not in ${staff(orgId, nowMs)}`
  }
}

/** That a word stands anywhere in a person's names, username, identifier or e-mail. */
const hasWord = (dialect: DialectName, word: string): RawBuilder<SqlBool> =>
  dialect === 'postgres' ? sql`strpos(search_name, ${word}) > 0` : sql`instr(search_name, ${word}) > 0`

/**
 * That somebody is listed at all: whoever was erased has an empty `search_name`, and whom nothing has filled yet has none. Written so that the
 * index by name serves for it, except for an order of many people by something else: SQLite would read all names and sort them, instead of the
 * first rows of the index of that order.
 */
const isListed = ({ show, sort, words }: ListWishes): RawBuilder<SqlBool> => {
  const isOfMany = words.length === 0 && (show === 'all' || show === 'learners')
  return sort !== 'name' && isOfMany ? sql`coalesce(search_name, '') <> ''` : sql`search_name > ''`
}

/**
 * That a row is behind a position. SQLite begins in the index of an expression only by a condition on the expression itself, and not by one on
 * the pair.
 */
const isBehind = (dialect: DialectName, { sort, isDescending }: ListWishes, { value, id }: Position): RawBuilder<SqlBool> => {
  const key = keyOf[sort]
  const than = isDescending ? sql`<` : sql`>`
  return dialect === 'sqlite' && (sort === 'username' || sort === 'identifier')
    ? sql`${key} ${than}= ${value} and (${key} ${than} ${value} or user_guid ${than} ${id})`
    : sql`(${key}, user_guid) ${than} (${value}, ${id})`
}

const listed = (dialect: DialectName, wishes: ListWishes, nowMs: number) => {
  const { orgId, show, places, group, words } = wishes
  const isMember = sql`user_guid in (select user_guid from people_group_member where org_id = ${orgId} and group_id = ${group ?? ''})`
  const conditions = [
    sql`org_id = ${orgId}`,
    isListed(wishes),
    chosen(show, orgId, nowMs),
    ...(places.isEverywhere ? [] : [isPersonIn(dialect, places)]),
    ...(group === undefined ? [] : [isMember]),
    ...words.map((word) => hasWord(dialect, word)),
  ]
  return sql.join(conditions, sql` and `)
}

interface Place {
  readonly user_guid: string
  readonly value: string | number
}

/** The places of a page: those behind a position, or the first ones. */
export const selectPlaces = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  wishes: ListWishes,
  { behind, limit, nowMs }: { readonly behind: Position | undefined; readonly limit: number; readonly nowMs: number },
): Promise<Place[]> => {
  const key = keyOf[wishes.sort]
  const order = wishes.isDescending ? sql`desc` : sql`asc`
  const from = behind ? sql`and ${isBehind(dialect, wishes, behind)}` : sql``
  const { rows } = await sql<Place>`select user_guid, ${key} as value from person
    where ${listed(dialect, wishes, nowMs)} ${from}
    order by ${key} ${order}, user_guid ${order} limit ${limit}`.execute(kysely)
  return rows
}

/** How many people a list shows in all. */
export const countPeople = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  wishes: ListWishes,
  nowMs: number,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from person
    where ${listed(dialect, { ...wishes, sort: 'name' }, nowMs)}`.execute(kysely)
  return Number(rows[0]?.n ?? 0)
}

/** What a page shows of the people of these guids, in no order. */
export const selectShown = (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  orgId: number,
  guids: readonly string[],
) =>
  kysely
    .selectFrom('person')
    .select(['user_guid', 'user_id', 'username', 'first_name', 'last_name', 'email', 'learner_identifier'])
    .select(['suspended', 'last_sign_in_at', 'admin', 'invigilator'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
    .execute()

/** The grants of these people, of any state. */
export const selectGrantRows = (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  orgId: number,
  guids: readonly string[],
): Promise<RoleGrantTable[]> =>
  kysely
    .selectFrom('role_grant')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
    .execute()

/** The groups of these people by name, as far as they are in these places. */
export const selectGroupsOf = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  { orgId, places }: Pick<ListWishes, 'orgId' | 'places'>,
  guids: readonly string[],
) => {
  if (guids.length === 0 || (!places.isEverywhere && places.groups.length === 0)) return []
  const all = kysely
    .selectFrom('people_group_member as member')
    .innerJoin('people_group', (on) =>
      on.onRef('people_group.org_id', '=', 'member.org_id').onRef('people_group.group_id', '=', 'member.group_id'),
    )
    .select(['member.user_guid', 'people_group.group_id', 'people_group.name'])
    .where('member.org_id', '=', orgId)
    .where(isOneOf(dialect, 'member.user_guid', guids, (guid) => guid))
  const shown = places.isEverywhere ? all : all.where(isOneOf(dialect, 'member.group_id', places.groups, (id) => id))
  return shown.orderBy('people_group.search_name').orderBy('people_group.group_id').execute()
}
