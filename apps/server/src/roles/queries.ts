import { type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { ownedRowsTogether } from '../db/read-together.ts'
import type { PersonTable, RoleGrantTable, Schema } from '../db/schema.ts'
import { type Flags, type Grant, grantOfRow, grantsOf, type HeldPermission } from './grant.ts'
import { selectInstallationGrants } from './installation-grants.ts'
import { mayDo, type OwnerGrant } from './may.ts'

/** The identity of a person, with the flags that nodes of 0.2.0 stored. */
export type Staff = Flags & Pick<PersonTable, 'org_id' | 'user_guid'>

const rowsOfMany = ownedRowsTogether({
  table: 'role_grant',
  column: 'user_guid',
  read: ({ kysely }, isAsked) => kysely.selectFrom('role_grant').selectAll().where(isAsked).execute(),
})

/** The grants of a person whose row states that there are some. Without that, it does not query the table. */
export const grantsOfHolder = async (
  database: Database,
  { hasSome, ...person }: Staff & { readonly hasSome: unknown },
): Promise<readonly Grant[]> => (hasSome ? selectGrants(database, person) : grantsOf(person, []))

/** The grants of a person, of any state: their roles, and the installation if they own it. */
export const selectGrants = async (database: Database, person: Staff): Promise<readonly Grant[]> => {
  const [rows, ofInstallation] = await Promise.all([
    rowsOfMany(database, person.org_id, person.user_guid),
    selectInstallationGrants(database, person),
  ])
  return [...grantsOf(person, rows), ...ofInstallation]
}

/** Those of some people who hold a role or the installation, now or soon. Within a transaction it holds if the people are held. */
export const selectStaffOf = async (kysely: Kysely<Schema>, orgId: number, guids: readonly string[], nowMs: number) => {
  const rows = await kysely
    .selectFrom('person')
    .select('user_guid')
    .where('org_id', '=', orgId)
    .where('user_guid', 'in', guids)
    .where((of) => of.not(hasNoRole(nowMs)(of)))
    .execute()
  return rows.map(({ user_guid }) => user_guid)
}

const peopleTogether = ownedRowsTogether({
  table: 'person',
  column: 'user_guid',
  read: ({ kysely }, isAsked) =>
    kysely.selectFrom('person').select(['org_id', 'user_guid', 'admin', 'invigilator', 'suspended']).where(isAsked).execute(),
})

/** The caller. `madeBy` names the administrator who is signed in as this person. */
export interface Asking {
  readonly orgId: number
  readonly userGuid: string
  readonly madeBy?: string | undefined
}

/**
 * The grants that a caller acts by: none if they are suspended, or an administrator is signed in as them. Read from the
 * database at every call, so a withdrawn role ends immediately.
 */
export const grantsOfCaller = async (database: Database, { orgId, userGuid, madeBy }: Asking): Promise<readonly Grant[]> => {
  if (madeBy !== undefined) return []
  const [person] = await peopleTogether(database, orgId, userGuid)
  return person?.suspended === 0 ? selectGrants(database, person) : []
}

/** Whether a caller may do something in all of their organisation now. */
export const isPermitted = async (
  database: Database,
  caller: Asking,
  permission: HeldPermission,
  nowMs: number,
): Promise<boolean> => mayDo(await grantsOfCaller(database, caller), permission, {}, nowMs)

/** Whether a row of `person` has any grant, of any state: for queries that ask more of the few who have one. */
export const hasGrants = (person: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from role_grant where role_grant.org_id = ${sql.ref(`${person}.org_id`)}
    and role_grant.user_guid = ${sql.ref(`${person}.user_guid`)})`

/** As SQL, like `maySignInAs`: a person has no role and does not own the installation, now or soon. */
export const hasNoRole =
  (nowMs: number) =>
  ({
    and,
    or,
    not,
    exists,
    selectFrom,
    eb,
  }: Pick<ExpressionBuilder<Schema, 'person'>, 'and' | 'or' | 'not' | 'exists' | 'selectFrom' | 'eb'>) => {
    const own = selectFrom('role_grant')
      .select('grant_id')
      .whereRef('role_grant.org_id', '=', 'person.org_id')
      .whereRef('role_grant.user_guid', '=', 'person.user_guid')
    const open = own
      .where('withdrawn_at', 'is', null)
      .where((of) => of.or([of('valid_until', 'is', null), of('valid_until', '>', nowMs)]))
    const installation = selectFrom('installation_grant')
      .select('grant_id')
      .whereRef('installation_grant.org_id', '=', 'person.org_id')
      .whereRef('installation_grant.user_guid', '=', 'person.user_guid')
      .where('withdrawn_at', 'is', null)
      .where((of) => of.or([of('valid_until', 'is', null), of('valid_until', '>', nowMs)]))
    const hasNoFlag = and([eb('person.admin', '=', 0), eb('person.invigilator', '=', 0)])
    return and([not(exists(open)), not(exists(installation)), or([hasNoFlag, exists(own)])])
  }

/** A grant with whose it is, as staff list them. */
export type ListedGrant = RoleGrantTable & Pick<PersonTable, 'username' | 'suspended'>

/** Grants of an organisation, of one person if they are named, by username and age. */
export const listGrants = (kysely: Kysely<Schema>, orgId: number, userGuid?: string): Promise<ListedGrant[]> => {
  const all = kysely
    .selectFrom('role_grant')
    .innerJoin('person', (on) =>
      on.onRef('person.org_id', '=', 'role_grant.org_id').onRef('person.user_guid', '=', 'role_grant.user_guid'),
    )
    .selectAll('role_grant')
    .select(['person.username', 'person.suspended'])
    .where('role_grant.org_id', '=', orgId)
  const some = userGuid === undefined ? all : all.where('role_grant.user_guid', '=', userGuid)
  return some.orderBy('person.username').orderBy('granted_at').orderBy('grant_id').execute()
}

/** The owners' grants of an organisation, held until the transaction ends: of two who withdraw each other the second one waits. */
export const lockOwners = async (kysely: Kysely<Schema>, orgId: number): Promise<readonly OwnerGrant[]> => {
  await kysely
    .updateTable('role_grant')
    .set({ role: 'owner' })
    .where('org_id', '=', orgId)
    .where('role', '=', 'owner')
    .execute()
  const rows = (await listGrants(kysely, orgId)).filter(({ role }) => role === 'owner')
  return rows.flatMap((row): OwnerGrant[] => {
    const grant = grantOfRow(row)
    return grant ? [{ ...grant, isSuspended: row.suspended === 1 }] : []
  })
}
