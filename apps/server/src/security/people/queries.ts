import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { personColumns } from '../../db/plain-columns.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'
import type { PersonSecrets, PersonTable, Schema } from '../../db/schema.ts'
import { hasNoRole } from '../../roles/queries.ts'
import { signInName } from '../../sign-in-name.ts'
import { meantBy } from './person-named.ts'

const peopleBySignInName = ownedRowsTogether({
  table: 'person',
  column: 'sign_in_name',
  read: ({ kysely }, isAsked) =>
    kysely
      .selectFrom('person')
      .select([...personColumns, 'password_hash'])
      .where(isAsked)
      .execute(),
})

/** Somebody whose password is compared. */
export type PersonWithPassword = PersonTable & PersonSecrets

/** The person whom a typed username means (`meantBy`), for a sign-in. */
export const selectPersonByUsername = async (
  database: Database,
  orgId: number,
  username: string,
): Promise<PersonWithPassword | undefined> => meantBy(username, await peopleBySignInName(database, orgId, signInName(username)))

const peopleByGuid = ownedRowsTogether({
  table: 'person',
  column: 'user_guid',
  read: ({ kysely }, isAsked) => kysely.selectFrom('person').select(personColumns).where(isAsked).execute(),
})

export const selectPerson = async (database: Database, orgId: number, userGuid: string): Promise<PersonTable | undefined> =>
  (await peopleByGuid(database, orgId, userGuid))[0]

export const selectPersonByUserId = ({ kysely }: Database, orgId: number, userId: number) =>
  kysely.selectFrom('person').select(personColumns).where('org_id', '=', orgId).where('user_id', '=', userId).executeTakeFirst()

/** The hash of a person's password, to compare it; undefined if the person is no longer there. */
export const selectPasswordHash = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, user_guid }: Pick<PersonTable, 'org_id' | 'user_guid'>,
): Promise<string | undefined> => {
  const row = await kysely
    .selectFrom('person')
    .select('password_hash')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .executeTakeFirst()
  return row?.password_hash
}

interface OfOrganisation {
  readonly orgId: number
  readonly nowMs: number
}

type Learner = Pick<PersonTable, 'user_id' | 'first_name' | 'last_name' | 'username' | 'suspended'>

/** People without a role, now or soon: the ones whom others may sign in as. */
const learners = ({ kysely }: Database, { orgId, nowMs }: OfOrganisation) =>
  kysely
    .selectFrom('person')
    .select(['user_id', 'first_name', 'last_name', 'username', 'suspended'])
    .where('org_id', '=', orgId)
    .where(hasNoRole(nowMs))

/** Learners of an organisation by name. */
export const selectLearners = (database: Database, of: OfOrganisation, limit: number): Promise<Learner[]> =>
  learners(database, of).orderBy('last_name').orderBy('first_name').orderBy('user_id').limit(limit).execute()

/** Some of the learners of an organisation, by number from behind one on. */
export const selectLearnersBehind = (
  database: Database,
  of: OfOrganisation,
  userId: number,
  limit: number,
): Promise<Learner[]> => learners(database, of).where('user_id', '>', userId).orderBy('user_id').limit(limit).execute()

export const updatePasswordHash = (
  kysely: Kysely<Schema>,
  { org_id, user_guid }: { org_id: number; user_guid: string },
  passwordHash: string,
) =>
  kysely
    .updateTable('person')
    .set({ password_hash: passwordHash })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()

/** Holds a person until the transaction ends: of two sign-ins in one instant the second finds the first one's session, and ends it. */
export const lockPerson = (kysely: Kysely<Schema>, { org_id, user_guid }: Pick<PersonTable, 'org_id' | 'user_guid'>) =>
  kysely.updateTable('person').set({ user_guid }).where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()

/** Notes that a person signs in, and holds them as `lockPerson` does: it is the same statement, so that a sign-in has none more for it. */
export const noteSignIn = (
  kysely: Kysely<Schema>,
  { org_id, user_guid }: Pick<PersonTable, 'org_id' | 'user_guid'>,
  nowMs: number,
) =>
  kysely
    .updateTable('person')
    .set({ last_sign_in_at: nowMs })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
