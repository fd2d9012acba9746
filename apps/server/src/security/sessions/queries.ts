import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import type { Kysely } from 'kysely'
import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { perDatabase } from '../../db/per-database.ts'
import { sessionColumns } from '../../db/plain-columns.ts'
import type { Schema, SessionSecrets, SessionTable } from '../../db/schema.ts'

/** Whether a person has ever signed in themselves from an address, given as its keyed hash. */
export const selectSignedInFrom = async (
  { kysely }: Database,
  orgId: number,
  userGuid: string,
  addresses: readonly string[],
) => {
  const row = await kysely
    .selectFrom('session')
    .select('session_id')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('address', 'in', addresses)
    .where('made_by', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const selectSession = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, sessionId: string) =>
  kysely
    .selectFrom('session')
    .select(sessionColumns)
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

/** A sign-in whose tokens are compared. */
export type SessionWithTokens = SessionTable & SessionSecrets

/** A sign-in with the hashes of its refresh tokens, for what compares or trades them. */
export const selectSessionWithTokens = (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  sessionId: string,
): Promise<SessionWithTokens | undefined> =>
  kysely
    .selectFrom('session')
    .select([...sessionColumns, 'refresh_hash', 'previous_refresh_hash'])
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

/** Milliseconds after the end of an exam's time in which what was given in time may still be on its way. */
const afterTheEndMs = 24 * 60 * 60_000

/** Whether a session's person has an exam under way with contact to the server since the session began. */
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

/** Milliseconds for which a lesson that was opened, or has set something, counts as under way without further contact. */
const lessonMs = 4 * 60 * 60_000

/** Whether a session's person has a lesson of a course open, with contact to the server since the session began. */
export const selectIsInLesson = async ({ kysely }: Database, session: SessionTable, nowMs: number): Promise<boolean> => {
  const sinceMs = Math.max(session.started_at, nowMs - lessonMs)
  const sco = await kysely
    .selectFrom('sco_attempt')
    .innerJoin('course_attempt', (on) =>
      on
        .onRef('course_attempt.org_id', '=', 'sco_attempt.org_id')
        .onRef('course_attempt.course_attempt_guid', '=', 'sco_attempt.course_attempt_guid'),
    )
    .select('sco_attempt_id')
    .where('sco_attempt.org_id', '=', session.org_id)
    .where('course_attempt.user_guid', '=', session.user_guid)
    // Openings are numbered by their moment. A lesson that has ended did so before the last opening, or no lesson exists.
    .where((where) => where.or([where('saved_at', '>=', sinceMs), where('last_sequence', '>=', leastAfter(sinceMs))]))
    .where((where) => where.or([where('has_ended', '=', 0), where('number', '<=', where.ref('last_sequence'))]))
    .limit(1)
    .executeTakeFirst()
  if (sco) return true
  const launch = await kysely
    .selectFrom('cmi5_session')
    .innerJoin('cmi5_registration', (on) =>
      on
        .onRef('cmi5_registration.org_id', '=', 'cmi5_session.org_id')
        .onRef('cmi5_registration.registration', '=', 'cmi5_session.registration'),
    )
    .select('session_guid')
    .where('cmi5_session.org_id', '=', session.org_id)
    .where('user_guid', '=', session.user_guid)
    .where('terminated_at', 'is', null)
    .where('abandoned_at', 'is', null)
    .where((where) => where.or([where('heard_at', '>=', sinceMs), where('launched_at', '>=', sinceMs)]))
    .limit(1)
    .executeTakeFirst()
  return launch !== undefined
}

/** Sign-ins of a person, the newest first: those that are open, and those that ended after a moment. */
export const selectSessionsOf = (
  { kysely }: Database,
  { orgId, userGuid }: { readonly orgId: number; readonly userGuid: string },
  endedAfterMs: number,
) =>
  kysely
    .selectFrom('session')
    .select(sessionColumns)
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

/**
 * Ends sessions that an administrator began as another person and did not enter, because the person's code was missing. Returns
 * them.
 */
export const endHalfOpened = async (
  kysely: Kysely<Schema>,
  { orgId, userGuid }: { readonly orgId: number; readonly userGuid: string },
  nowMs: number,
): Promise<string[]> => {
  const rows = await kysely
    .updateTable('session')
    .set({ ended_at: nowMs, end_reason: 'logout' })
    .where('org_id', '=', orgId)
    .where('made_by', '=', userGuid)
    .where('mfa_pending', '=', 1)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .execute()
  return rows.map(({ session_id }) => session_id)
}

export const insertSession = (kysely: Kysely<Schema>, row: SessionWithTokens) =>
  kysely.insertInto('session').values(row).execute()

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

/** Ends a session that a launch address hands on; false where another was quicker, or its tokens are no longer these. */
export const endLaunched = async (kysely: Kysely<Schema>, session: SessionWithTokens, nowMs: number): Promise<boolean> => {
  const row = await kysely
    .updateTable('session')
    .set({ ended_at: nowMs, end_reason: 'launched' })
    .where('org_id', '=', session.org_id)
    .where('session_id', '=', session.session_id)
    .where('refresh_hash', '=', session.refresh_hash)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
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

interface Confirmed {
  readonly orgId: number
  readonly sessionId: string
  readonly nowMs: number
}

/** The rubric was confirmed in a session; the first time stays. */
export const confirmSession = (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, sessionId }: Omit<Confirmed, 'nowMs'>,
  nowMs: number,
) =>
  kysely
    .updateTable('session')
    .set({ rubric_confirmed_at: nowMs })
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('rubric_confirmed_at', 'is', null)
    .execute()

const confirmations = perDatabase((database) =>
  createBatches<Confirmed, undefined>({
    ...sizesOf(database.dialect),
    keyOf: ({ orgId, sessionId }) => `${orgId}/${sessionId}`,
    run: async (confirmed) => {
      await database.kysely
        .updateTable('session')
        .set({ rubric_confirmed_at: Math.max(...confirmed.map(({ nowMs }) => nowMs)) })
        .where(isOneOf(database.dialect, 'org_id', confirmed, ({ orgId }) => orgId))
        .where(isOneOf(database.dialect, 'session_id', confirmed, ({ sessionId }) => sessionId))
        .where('rubric_confirmed_at', 'is', null)
        .execute()
      return confirmed.map(() => undefined)
    },
  }),
)

/** The same of many learners at one moment, as one transaction. */
export const confirmTogether = (database: Database, confirmed: Confirmed): Promise<undefined> =>
  confirmations(database)(confirmed)

/** Replaces the current refresh token of the session by the next one, and stores the current one as the previous one. */
export const updateRefresh = (
  { kysely }: Database,
  session: SessionWithTokens,
  { given, next, now }: { given: string; next: string; now: number },
) =>
  kysely
    .updateTable('session')
    .set({ refresh_hash: next, previous_refresh_hash: given, refreshed_at: now })
    .where('org_id', '=', session.org_id)
    .where('session_id', '=', session.session_id)
    // If two refreshes arrive together, one of them writes; the other gets the same token as its reply.
    .where('refresh_hash', '=', session.refresh_hash)
    .execute()
