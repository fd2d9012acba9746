import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { AdminLoginTable, Schema, SessionTable } from '../db/schema.ts'

export const selectPersonByUsername = ({ kysely }: Database, orgId: number, username: string) =>
  kysely.selectFrom('person').selectAll().where('org_id', '=', orgId).where('username', '=', username).executeTakeFirst()

export const selectPerson = ({ kysely }: Database, orgId: number, userGuid: string) =>
  kysely.selectFrom('person').selectAll().where('org_id', '=', orgId).where('user_guid', '=', userGuid).executeTakeFirst()

export const selectPersonByUserId = ({ kysely }: Database, orgId: number, userId: number) =>
  kysely.selectFrom('person').selectAll().where('org_id', '=', orgId).where('user_id', '=', userId).executeTakeFirst()

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

/** Of these organisations those that have an exam. */
export const selectOwnersOfExam = async (
  { kysely }: Database,
  examGuid: string,
  orgIds: readonly number[],
): Promise<number[]> => {
  if (orgIds.length === 0) return []
  const rows = await kysely
    .selectFrom('exam')
    .select('org_id')
    .distinct()
    .where('org_id', 'in', orgIds)
    .where('exam_guid', '=', examGuid)
    .execute()
  return rows.map((row) => row.org_id)
}

/** Whether a person has ever passed a sign-in of their own from an address, given as its keyed hash. */
export const selectSignedInFrom = async ({ kysely }: Database, orgId: number, userGuid: string, address: string) => {
  const row = await kysely
    .selectFrom('session')
    .select('session_id')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('address', '=', address)
    .where('made_by', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const selectSession = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, sessionId: string) =>
  kysely.selectFrom('session').selectAll().where('org_id', '=', orgId).where('session_id', '=', sessionId).executeTakeFirst()

/** Milliseconds after the end of an exam's time in which what was given in time may still be on its way. */
const afterTheEndMs = 24 * 60 * 60_000

/** Whether a session's person has an exam under way of which the server has heard since the session began. */
export const selectIsInExam = async ({ kysely }: Database, session: SessionTable, nowMs: number): Promise<boolean> => {
  const row = await kysely
    .selectFrom('form_run')
    .select('form_run_guid')
    .where('org_id', '=', session.org_id)
    .where('user_guid', '=', session.user_guid)
    .where('completed_at', 'is', null)
    .where('heard_at', '>=', session.started_at)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', nowMs - afterTheEndMs)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Sign-ins of a person, the newest first: those that are open, and those that ended after a moment. */
export const selectSessionsOf = (
  { kysely }: Database,
  { orgId, userGuid }: { readonly orgId: number; readonly userGuid: string },
  endedAfterMs: number,
) =>
  kysely
    .selectFrom('session')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', endedAfterMs)]))
    .orderBy('started_at', 'desc')
    .orderBy('session_id')
    .limit(100)
    .execute()

/** Ends those of a person's open sessions that are named, and answers the ids of those that it ended. */
export const endSessionsOf = async (
  { kysely }: Database,
  { orgId, userGuid }: { readonly orgId: number; readonly userGuid: string },
  sessionIds: readonly string[],
  nowMs: number,
): Promise<string[]> => {
  if (sessionIds.length === 0) return []
  const rows = await kysely
    .updateTable('session')
    .set({ ended_at: nowMs, end_reason: 'ended-by-person' })
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('session_id', 'in', sessionIds)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .execute()
  return rows.map((row) => row.session_id)
}

export const insertSession = (kysely: Kysely<Schema>, row: SessionTable) => kysely.insertInto('session').values(row).execute()

export const insertAdminLogin = (kysely: Kysely<Schema>, row: AdminLoginTable) =>
  kysely.insertInto('admin_login').values(row).execute()

/** Holds a person until the transaction ends: of two sign-ins in one instant the second finds the first one's session, and ends it. */
export const lockPerson = (kysely: Kysely<Schema>, { org_id, user_guid }: { org_id: number; user_guid: string }) =>
  kysely.updateTable('person').set({ user_guid }).where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()

/** Ends every open session of a person, but one that is to be kept, and answers their ids. */
export const endOpenSessions = async (
  kysely: Kysely<Schema>,
  orgId: number,
  userGuid: string,
  reason: NonNullable<SessionTable['end_reason']>,
  nowMs: number,
  keep = '',
): Promise<string[]> => {
  const rows = await kysely
    .updateTable('session')
    .set({ ended_at: nowMs, end_reason: reason })
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('ended_at', 'is', null)
    .where('session_id', '!=', keep)
    .returning('session_id')
    .execute()
  return rows.map((row) => row.session_id)
}

/** Ends one session, if it is still open. */
export const endSession = (
  { kysely }: Database,
  { orgId, sessionId }: { orgId: number; sessionId: string },
  nowMs: number,
  reason: NonNullable<SessionTable['end_reason']> = 'logout',
) =>
  kysely
    .updateTable('session')
    .set({ ended_at: nowMs, end_reason: reason })
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()

/** The rubric was confirmed in a session; the first time stays. */
export const confirmSession = (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, sessionId }: { orgId: number; sessionId: string },
  nowMs: number,
) =>
  kysely
    .updateTable('session')
    .set({ rubric_confirmed_at: nowMs })
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('rubric_confirmed_at', 'is', null)
    .execute()

/** Puts the next refresh token in the place of the session's current one; the one that was given is remembered as the one before. */
export const updateRefresh = (
  { kysely }: Database,
  session: SessionTable,
  { given, next, now }: { given: string; next: string; now: number },
) =>
  kysely
    .updateTable('session')
    .set({ refresh_hash: next, previous_refresh_hash: given, refreshed_at: now })
    .where('org_id', '=', session.org_id)
    .where('session_id', '=', session.session_id)
    // Of two refreshes that come together one writes; the other was answered with the same token.
    .where('refresh_hash', '=', session.refresh_hash)
    .execute()

export const selectOrganisation = ({ kysely }: Database, orgId: number) =>
  kysely.selectFrom('organisation').selectAll().where('org_id', '=', orgId).executeTakeFirst()

export const selectOrganisations = ({ kysely }: Database) => kysely.selectFrom('organisation').selectAll().execute()

export const selectSettings = ({ kysely }: Database, orgId: number, names: readonly string[]) =>
  kysely.selectFrom('setting').select(['name', 'value']).where('org_id', '=', orgId).where('name', 'in', names).execute()
