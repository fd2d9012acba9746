import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { officeSessionColumns, officeSessionColumnsInTable } from '../../db/plain-columns.ts'
import type { OfficeSessionSecrets, OfficeSessionTable, Schema } from '../../db/schema.ts'

interface OfficePlace {
  readonly orgId: number
  readonly sessionId: string
}

interface Person {
  readonly orgId: number
  readonly userGuid: string
}

/** The setting that says how long a session may go unused. */
const idleSetting = 'OfficeIdleMinutes'

const sessionAt = ({ kysely }: Pick<Database, 'kysely'>, { orgId, sessionId }: OfficePlace) =>
  kysely
    .selectFrom('office_session')
    .innerJoin('person', (on) =>
      on.onRef('person.org_id', '=', 'office_session.org_id').onRef('person.user_guid', '=', 'office_session.user_guid'),
    )
    .leftJoin('setting', (on) => on.onRef('setting.org_id', '=', 'office_session.org_id').on('setting.name', '=', idleSetting))
    .select(officeSessionColumnsInTable)
    .select(['person.suspended', 'person.admin', 'person.invigilator', 'setting.value as idle'])
    .where('office_session.org_id', '=', orgId)
    .where('session_id', '=', sessionId)

/** A session with what decides whether it still holds. */
export const selectOfficeSession = (database: Pick<Database, 'kysely'>, place: OfficePlace) =>
  sessionAt(database, place).executeTakeFirst()

/** The same with the hash of its secret, which is compared with what a browser shows. */
export const selectShownOfficeSession = (database: Pick<Database, 'kysely'>, place: OfficePlace) =>
  sessionAt(database, place).select('office_session.secret_hash').executeTakeFirst()

export const insertOfficeSession = (kysely: Kysely<Schema>, row: OfficeSessionTable & OfficeSessionSecrets) =>
  kysely.insertInto('office_session').values(row).execute()

/** The open sessions of a person, the newest first. */
export const selectOfficeSessionsOf = ({ kysely }: Pick<Database, 'kysely'>, { orgId, userGuid }: Person) =>
  kysely
    .selectFrom('office_session')
    .select(officeSessionColumns)
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('ended_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('session_id')
    .limit(100)
    .execute()

interface Ending {
  readonly reason: NonNullable<OfficeSessionTable['end_reason']>
  readonly nowMs: number
  /** These alone. */
  readonly only?: readonly string[]
  /** This one continues. */
  readonly keep?: string
}

/** Ends open sessions of a person, and returns the ids of those that it ended. */
export const endOfficeSessionsOf = async (
  kysely: Kysely<Schema>,
  { orgId, userGuid }: Person,
  { reason, nowMs, only, keep = '' }: Ending,
): Promise<string[]> => {
  if (only?.length === 0) return []
  const all = kysely
    .updateTable('office_session')
    .set({ ended_at: nowMs, end_reason: reason })
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('session_id', '!=', keep)
    .where('ended_at', 'is', null)
  const rows = await (only ? all.where('session_id', 'in', only) : all).returning('session_id').execute()
  return rows.map(({ session_id }) => session_id)
}

/** Notes that a session is used. */
export const touchOfficeSession = ({ kysely }: Pick<Database, 'kysely'>, { orgId, sessionId }: OfficePlace, nowMs: number) =>
  kysely
    .updateTable('office_session')
    .set({ used_at: nowMs })
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('used_at', '<', nowMs)
    .execute()

/** The second step of a session is done, and its cookie has another secret from now on; false if it has ended, or passed it before. */
export const passOfficeSession = async (
  kysely: Kysely<Schema>,
  { orgId, sessionId }: OfficePlace,
  { secretHash, nowMs }: { readonly secretHash: string; readonly nowMs: number },
): Promise<boolean> => {
  const rows = await kysely
    .updateTable('office_session')
    .set({ mfa_pending: 0, secret_hash: secretHash, used_at: nowMs })
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('mfa_pending', '=', 1)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .execute()
  return rows.length > 0
}
