import type { GroupMember } from '@sitwell/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { PeopleGroupMemberTable, PeopleGroupTable, PersonTable, RoleGrantTable, Schema } from '../../db/schema.ts'
import { grantsOf, type RoleGrant } from '../../roles/grant.ts'
import type { Position } from '../people/cursor.ts'

type Reading = Pick<Database, 'dialect' | 'kysely'>

type MemberRow = Pick<
  PersonTable,
  'first_name' | 'last_name' | 'learner_identifier' | 'suspended' | 'user_guid' | 'user_id' | 'username'
> & { readonly added_at: number; readonly search_name: string }

/** Members by name, from behind a position on. */
export const selectMembers = async (
  { kysely }: Reading,
  { org_id, group_id }: Pick<PeopleGroupTable, 'group_id' | 'org_id'>,
  { behind, limit }: { readonly behind: Position | undefined; readonly limit: number },
): Promise<MemberRow[]> => {
  const from = behind ? sql`and (search_name, person.user_guid) > (${behind.value}, ${behind.id})` : sql``
  const { rows } = await sql<MemberRow>`
    select person.user_guid, user_id, username, first_name, last_name, learner_identifier, suspended, search_name, added_at
    from people_group_member as member
    join person on person.org_id = member.org_id and person.user_guid = member.user_guid
    where member.org_id = ${org_id} and group_id = ${group_id} and search_name > '' ${from}
    order by search_name, person.user_guid limit ${limit}`.execute(kysely)
  return rows
}

export const memberRowOf = (row: MemberRow): GroupMember => ({
  userID: row.user_id,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  ...(row.learner_identifier && { identifier: row.learner_identifier }),
  isSuspended: row.suspended === 1,
  addedAt: new Date(row.added_at).toISOString(),
})

/** Somebody who is named for a change of members. */
export type NamedPerson = Pick<
  PersonTable,
  'admin' | 'first_name' | 'invigilator' | 'last_name' | 'org_id' | 'user_guid' | 'user_id' | 'username'
>

const namedColumns = ['org_id', 'user_guid', 'user_id', 'username', 'first_name', 'last_name', 'admin', 'invigilator'] as const

/** The people of these numbers; those who were erased are not there. */
export const selectNamed = (
  { kysely, dialect }: { readonly kysely: Kysely<Schema>; readonly dialect: Database['dialect'] },
  orgId: number,
  userIds: readonly number[],
): Promise<NamedPerson[]> =>
  kysely
    .selectFrom('person')
    .select(namedColumns)
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_id', userIds, (id) => id))
    // Null: a server of the previous version added them a moment ago.
    .where((where) => where.or([where('search_name', 'is', null), where('search_name', '>', '')]))
    .execute()

/** People who have a role in a group, now or earlier, with all of their grants. */
export const selectHolders = async (
  { kysely, dialect }: { readonly kysely: Kysely<Schema>; readonly dialect: Database['dialect'] },
  { org_id, group_id }: Pick<PeopleGroupTable, 'group_id' | 'org_id'>,
): Promise<readonly { readonly person: NamedPerson; readonly grants: readonly RoleGrant[] }[]> => {
  const inGroup = await kysely
    .selectFrom('role_grant')
    .select('user_guid')
    .distinct()
    .where('org_id', '=', org_id)
    .where('scope_kind', '=', 'group')
    .where('scope_id', '=', group_id)
    .where('withdrawn_at', 'is', null)
    .execute()
  if (inGroup.length === 0) return []
  const isHolder = isOneOf(dialect, 'user_guid', inGroup, ({ user_guid }) => user_guid)
  const people = await kysely.selectFrom('person').select(namedColumns).where('org_id', '=', org_id).where(isHolder).execute()
  const rows: RoleGrantTable[] = await kysely
    .selectFrom('role_grant')
    .selectAll()
    .where('org_id', '=', org_id)
    .where(isHolder)
    .execute()
  const byPerson = Map.groupBy(rows, ({ user_guid }) => user_guid)
  return people
    .sort((one, other) => one.user_id - other.user_id)
    .map((person) => ({ person, grants: grantsOf(person, byPerson.get(person.user_guid) ?? []) }))
}

/** Rows of one statement. */
const mostRows = 500

export const insertMembers = async (transaction: Kysely<Schema>, rows: readonly PeopleGroupMemberTable[]) => {
  for (let from = 0; from < rows.length; from += mostRows)
    await transaction
      .insertInto('people_group_member')
      .values(rows.slice(from, from + mostRows))
      .onConflict((conflict) => conflict.columns(['org_id', 'group_id', 'user_guid']).doNothing())
      .execute()
}

/** Takes these people out of a group; all of its members, if none are named. Returns how many were in it. */
export const deleteMembers = async (
  { kysely, dialect }: { readonly kysely: Kysely<Schema>; readonly dialect: Database['dialect'] },
  { org_id, group_id }: Pick<PeopleGroupTable, 'group_id' | 'org_id'>,
  only?: readonly string[],
): Promise<number> => {
  const all = kysely.deleteFrom('people_group_member').where('org_id', '=', org_id).where('group_id', '=', group_id)
  const some = only ? all.where(isOneOf(dialect, 'user_guid', only, (guid) => guid)) : all
  const { numDeletedRows } = await some.executeTakeFirst()
  return Number(numDeletedRows)
}
