import { randomUUID } from 'node:crypto'
import type { Role } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { RoleGrantTable, Schema } from '../db/schema.ts'
import { columnsOfScope, type Grant, grantOfRow, grantsOf, idOfFlag, rolesOfFlags, wholeOrganisation } from './grant.ts'
import { flagsOf, hasAlready, keepsAnOwner, type Wanted } from './may.ts'
import { lockOwners, type Staff } from './queries.ts'

/** Only roles are granted here: the installation has its own rows. */
type WantedRole = Wanted & Pick<Grant, 'fromMs'> & { readonly role: Role }

interface Acting {
  /** Guid of a person, `command:<system user>`, or `import`. */
  readonly author: string
  readonly nowMs: number
}

const selectRows = (kysely: Kysely<Schema>, { org_id, user_guid }: Staff): Promise<RoleGrantTable[]> =>
  kysely.selectFrom('role_grant').selectAll().where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()

/** Holds the person, and makes rows of what the flags of an old node represent, so that from now on the rows count (decision 137). */
const holdPerson = async (transaction: Kysely<Schema>, { org_id, user_guid }: Staff, nowMs: number) => {
  const person = await transaction
    .updateTable('person')
    .set({ user_guid })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .returning(['org_id', 'user_guid', 'admin', 'invigilator'])
    .executeTakeFirstOrThrow()
  const rows = await selectRows(transaction, person)
  if (rows.length > 0) return person
  for (const role of rolesOfFlags(person))
    await insertGrant(transaction, person, {
      id: idOfFlag(role, user_guid),
      ...{ role, scope: wholeOrganisation, fromMs: null, untilMs: null, author: 'migration', nowMs },
    })
  return person
}

const insertGrant = (
  transaction: Kysely<Schema>,
  { org_id, user_guid }: Staff,
  { id, role, scope, fromMs, untilMs, author, nowMs }: WantedRole & Acting & Pick<Grant, 'id'>,
) =>
  transaction
    .insertInto('role_grant')
    .values({
      ...{ org_id, grant_id: id, user_guid, role },
      ...columnsOfScope(scope),
      ...{ valid_from: fromMs, valid_until: untilMs, granted_by: author, granted_at: nowMs },
      ...{ withdrawn_by: null, withdrawn_at: null, withdrawn_reason: null },
    })
    .execute()

/** Writes the flags that nodes of 0.2.0 read (decision 137). */
const keepFlags = async (transaction: Kysely<Schema>, person: Staff, nowMs: number) => {
  const grants = grantsOf(person, await selectRows(transaction, person))
  await transaction
    .updateTable('person')
    .set(flagsOf(grants, nowMs))
    .where('org_id', '=', person.org_id)
    .where('user_guid', '=', person.user_guid)
    .execute()
}

/** Grants a role, in a transaction of the caller's. Returns the new grant's id; undefined if the person has the role already. */
export const grantRole = async (
  transaction: Kysely<Schema>,
  whom: Staff,
  wanted: WantedRole,
  acting: Acting,
): Promise<string | undefined> => {
  const person = await holdPerson(transaction, whom, acting.nowMs)
  const grants = grantsOf(person, await selectRows(transaction, person))
  if (hasAlready(grants, wanted, wanted.fromMs, acting.nowMs)) return undefined
  const id = randomUUID()
  await insertGrant(transaction, person, { ...wanted, ...acting, id })
  await keepFlags(transaction, person, acting.nowMs)
  return id
}

/** Takes out why a person's roles were withdrawn, when they are erased. */
export const forgetReasons = (transaction: Kysely<Schema>, { org_id, user_guid }: Pick<Staff, 'org_id' | 'user_guid'>) =>
  transaction
    .updateTable('role_grant')
    .set({ withdrawn_reason: null })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()

/** What happened to a withdrawal. */
type Withdrawn = 'withdrawn' | 'not there' | 'last owner'

/** Withdraws the grants of a person that `isMeant` names, in a transaction of the caller's: all of them, or none. */
export const withdrawRoles = async (
  transaction: Kysely<Schema>,
  whom: Staff,
  isMeant: (grant: Grant) => boolean,
  { author, nowMs, reason }: Acting & { readonly reason: string },
): Promise<Withdrawn> => {
  const owners = await lockOwners(transaction, whom.org_id)
  const person = await holdPerson(transaction, whom, nowMs)
  const rows = await selectRows(transaction, person)
  const meant = rows.flatMap((row) => grantOfRow(row) ?? []).filter((grant) => !grant.isWithdrawn && isMeant(grant))
  const ids = new Set(meant.map(({ id }) => id))
  if (ids.size === 0) return 'not there'
  if (!keepsAnOwner(owners, ids, nowMs)) return 'last owner'
  await transaction
    .updateTable('role_grant')
    .set({ withdrawn_by: author, withdrawn_at: nowMs, withdrawn_reason: reason })
    .where('org_id', '=', person.org_id)
    .where('grant_id', 'in', [...ids])
    .where('withdrawn_at', 'is', null)
    .execute()
  await keepFlags(transaction, person, nowMs)
  return 'withdrawn'
}
