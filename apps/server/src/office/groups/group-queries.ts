import type { groupSorts } from '@sitwell/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { PeopleGroupTable, Schema } from '../../db/schema.ts'
import type { Places } from '../../roles/places.ts'
import type { Position } from '../people/cursor.ts'
import { hasEach } from '../places/has-each.ts'

type Reading = Pick<Database, 'dialect' | 'kysely'>

/** Which groups a list shows. */
export interface GroupWishes {
  readonly orgId: number
  /** Those in which the caller has the permission. */
  readonly places: Pick<Places, 'groups' | 'isEverywhere'>
  readonly words: readonly string[]
  readonly sort: (typeof groupSorts)[number]
  readonly isDescending: boolean
}

/** What is shown of a group, but for how many people it has. */
export type GroupRow = Pick<PeopleGroupTable, 'group_id' | 'name' | 'search_name' | 'version'>

const listed = (dialect: Database['dialect'], { orgId, places, words }: GroupWishes) => {
  const isShown = places.isEverywhere ? sql`1 = 1` : isOneOf(dialect, 'group_id', places.groups, (id) => id)
  return sql`org_id = ${orgId} and removed_at is null and ${isShown} and ${hasEach(dialect, 'search_name', words)}`
}

/** What groups are sorted by. */
const keyOf = {
  name: sql<string>`search_name`,
  members: sql<number>`(select count(*) from people_group_member as member
    where member.org_id = people_group.org_id and member.group_id = people_group.group_id)`,
} as const

/** Groups in an order, from behind a position on. An organisation has some thousands at most, so that they are sorted as they are read. */
export const selectGroups = async (
  { kysely, dialect }: Reading,
  wishes: GroupWishes,
  { behind, limit }: { readonly behind: Position | undefined; readonly limit: number },
): Promise<(GroupRow & { readonly value: string | number })[]> => {
  if (!wishes.places.isEverywhere && wishes.places.groups.length === 0) return []
  const key = keyOf[wishes.sort]
  const [order, than] = wishes.isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const from = behind ? sql`and (${key}, group_id) ${than} (${behind.value}, ${behind.id})` : sql``
  const { rows } = await sql<GroupRow & { readonly value: string | number }>`
    select group_id, name, search_name, version, ${key} as value from people_group
    where ${listed(dialect, wishes)} ${from} order by ${key} ${order}, group_id ${order} limit ${limit}`.execute(kysely)
  return rows
}

export const countGroups = async ({ kysely, dialect }: Reading, wishes: GroupWishes): Promise<number> => {
  if (!wishes.places.isEverywhere && wishes.places.groups.length === 0) return 0
  const { rows } = await sql<{ n: number }>`select count(*) as n from people_group where ${listed(dialect, wishes)}`.execute(
    kysely,
  )
  return Number(rows[0]?.n ?? 0)
}

/** How many people are in each of these groups; a group without any is missing. */
export const countMembers = async (
  { kysely, dialect }: Reading,
  orgId: number,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (groupIds.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('people_group_member')
    .select(['group_id', (of) => of.fn.countAll().as('n')])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'group_id', groupIds, (id) => id))
    .groupBy('group_id')
    .execute()
  return new Map(rows.map(({ group_id, n }) => [group_id, Number(n)]))
}

/** A group that is there. */
export const selectGroup = (kysely: Kysely<Schema>, orgId: number, groupId: string): Promise<PeopleGroupTable | undefined> =>
  kysely
    .selectFrom('people_group')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('group_id', '=', groupId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** The same, held until the transaction ends. */
export const holdGroup = (transaction: Kysely<Schema>, orgId: number, groupId: string): Promise<PeopleGroupTable | undefined> =>
  transaction
    .updateTable('people_group')
    .set({ group_id: groupId })
    .where('org_id', '=', orgId)
    .where('group_id', '=', groupId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Whether another group of the organisation has a name. To be asked while names are held. */
export const isGroupNameTaken = async (
  transaction: Kysely<Schema>,
  orgId: number,
  { nameKey, but }: { readonly nameKey: string; readonly but?: string },
): Promise<boolean> => {
  const rows = await transaction
    .selectFrom('people_group')
    .select('group_id')
    .where('org_id', '=', orgId)
    .where('name_key', '=', nameKey)
    .where('removed_at', 'is', null)
    .execute()
  return rows.some(({ group_id }) => group_id !== but)
}

type Changed = Partial<Omit<PeopleGroupTable, 'group_id' | 'org_id' | 'version'>>

/** Changes a group that is held, and counts its version on. */
export const updateGroup = (transaction: Kysely<Schema>, { org_id, group_id }: PeopleGroupTable, changed: Changed) =>
  transaction
    .updateTable('people_group')
    .set({ ...changed, version: sql<number>`version + 1` })
    .where('org_id', '=', org_id)
    .where('group_id', '=', group_id)
    .returningAll()
    .executeTakeFirstOrThrow()
