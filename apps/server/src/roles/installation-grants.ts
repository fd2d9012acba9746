import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { isServedHere } from '../db/moved-organisations.ts'
import { isOneOf } from '../db/one-of.ts'
import { ownedRowsTogether } from '../db/read-together.ts'
import type { InstallationGrantTable, PersonTable, Schema } from '../db/schema.ts'
import { type Grant, installationOwner, wholeOrganisation } from './grant.ts'
import { hasAlready, keepsAnOwner, type OwnerGrant } from './may.ts'

type Whom = Pick<PersonTable, 'org_id' | 'user_guid'>

/** The installation as a grant: whoever holds it may do what `permissionsOf` says of it, beside what their roles allow. */
const grantOf = (row: InstallationGrantTable): Grant => ({
  ...{ id: row.grant_id, role: installationOwner, scope: wholeOrganisation },
  ...{ fromMs: row.valid_from, untilMs: row.valid_until, isWithdrawn: row.withdrawn_at !== null },
})

const rowsOfMany = ownedRowsTogether({
  table: 'installation_grant',
  column: 'user_guid',
  read: ({ kysely }, isAsked) => kysely.selectFrom('installation_grant').selectAll().where(isAsked).execute(),
})

/** What somebody holds of the installation, of any state. */
export const selectInstallationGrants = async (database: Database, { org_id, user_guid }: Whom): Promise<readonly Grant[]> =>
  (await rowsOfMany(database, org_id, user_guid)).map(grantOf)

/** The same of many people, by their guids. Whoever never held it is missing. */
export const selectInstallationGrantsOf = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  orgId: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, readonly Grant[]>> => {
  if (guids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('installation_grant')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
    .execute()
  return new Map([...Map.groupBy(rows, ({ user_guid }) => user_guid)].map(([guid, own]) => [guid, own.map(grantOf)]))
}

/** Who holds, will hold or held the installation, with their organisation, by the moment at which they were given it. */
export const listInstallationGrants = (kysely: Kysely<Schema>) =>
  kysely
    .selectFrom('installation_grant')
    .innerJoin('person', (on) =>
      on
        .onRef('person.org_id', '=', 'installation_grant.org_id')
        .onRef('person.user_guid', '=', 'installation_grant.user_guid'),
    )
    .innerJoin('organisation', 'organisation.org_id', 'installation_grant.org_id')
    .selectAll('installation_grant')
    .select(['person.user_id', 'person.username', 'person.first_name', 'person.last_name', 'person.suspended'])
    .select('organisation.name as organisation')
    // Whose organisation is in another database signs in there.
    .where(isServedHere('installation_grant.org_id'))
    .orderBy('granted_at')
    .orderBy('grant_id')
    .execute()

export type ListedInstallationGrant = Awaited<ReturnType<typeof listInstallationGrants>>[number]

/** The grants of the owners, held until the transaction ends: of two who withdraw each other the second one waits. */
const lockInstallationOwners = async (transaction: Kysely<Schema>): Promise<readonly OwnerGrant[]> => {
  await transaction
    .updateTable('installation_grant')
    .set((of) => ({ user_guid: of.ref('user_guid') }))
    .execute()
  const rows = await listInstallationGrants(transaction)
  return rows.map((row) => ({ ...grantOf(row), isSuspended: row.suspended === 1 }))
}

const selectIdsOf = async (transaction: Kysely<Schema>, { org_id, user_guid }: Whom): Promise<ReadonlySet<string>> => {
  const rows = await transaction
    .selectFrom('installation_grant')
    .select('grant_id')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
  return new Set(rows.map(({ grant_id }) => grant_id))
}

/**
 * Whether an owner of the installation is left without this person, of those who can act. What they hold is locked until the transaction ends, so this
 * comes before the owners of the organisation and before the person are locked.
 */
export const leavesAnInstallationOwner = async (transaction: Kysely<Schema>, whom: Whom, nowMs: number): Promise<boolean> => {
  const own = await selectIdsOf(transaction, whom)
  return own.size === 0 || keepsAnOwner(await lockInstallationOwners(transaction), own, nowMs)
}

interface Acting {
  /** Guid of a person of the same organisation, `command:<system user>`, `first-run`, or `erasure`. */
  readonly author: string
  readonly nowMs: number
}

/** Makes somebody an owner of the installation, in a transaction of the caller's. Returns the new grant's id; undefined if they are one already. */
export const giveInstallation = async (
  transaction: Kysely<Schema>,
  { org_id, user_guid }: Whom,
  { fromMs, untilMs }: Pick<Grant, 'fromMs' | 'untilMs'>,
  { author, nowMs }: Acting,
): Promise<string | undefined> => {
  // Held, so that two who give at once give once, and nobody is erased meanwhile.
  await transaction
    .updateTable('person')
    .set({ user_guid })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .returning('user_guid')
    .executeTakeFirstOrThrow()
  const rows = await transaction
    .selectFrom('installation_grant')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
  const wanted = { role: installationOwner, scope: wholeOrganisation, untilMs } as const
  if (hasAlready(rows.map(grantOf), wanted, fromMs, nowMs)) return undefined
  const id = randomUUID()
  await transaction
    .insertInto('installation_grant')
    .values({
      ...{ grant_id: id, org_id, user_guid, valid_from: fromMs, valid_until: untilMs, granted_by: author, granted_at: nowMs },
      ...{ withdrawn_by: null, withdrawn_at: null, withdrawn_reason: null },
    })
    .execute()
  return id
}

/** What happened to a withdrawal. */
type Withdrawn = 'withdrawn' | 'not there' | 'last owner'

/** Withdraws grants that are open, in a transaction of the caller's: all that `isMeant` names, or none. */
export const withdrawInstallation = async (
  transaction: Kysely<Schema>,
  isMeant: (row: Pick<InstallationGrantTable, 'grant_id' | 'org_id' | 'user_guid'>) => boolean,
  { author, nowMs, reason }: Acting & { readonly reason: string },
): Promise<Withdrawn> => {
  const owners = await lockInstallationOwners(transaction)
  const rows = await transaction.selectFrom('installation_grant').selectAll().where('withdrawn_at', 'is', null).execute()
  const ids = new Set(rows.filter(isMeant).map(({ grant_id }) => grant_id))
  if (ids.size === 0) return 'not there'
  if (!keepsAnOwner(owners, ids, nowMs)) return 'last owner'
  await transaction
    .updateTable('installation_grant')
    .set({ withdrawn_by: author, withdrawn_at: nowMs, withdrawn_reason: reason })
    .where('grant_id', 'in', [...ids])
    .execute()
  return 'withdrawn'
}

/** Takes out why it was withdrawn from a person who is erased: the reason may name them. */
export const forgetInstallationReasons = (transaction: Kysely<Schema>, { org_id, user_guid }: Whom) =>
  transaction
    .updateTable('installation_grant')
    .set({ withdrawn_reason: null })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
