import { emptySession, type SessionSoFar, type SessionTerms } from '@sitwell/exam/courses/cmi5/judge-statement'
import { type AuFacts, nothingDone } from '@sitwell/exam/courses/cmi5/move-on'
import { isFields } from '@sitwell/exam/courses/xapi/values'
import type { Kysely } from 'kysely'
import { cmi5SessionColumns, cmi5SessionColumnsInTable } from '../../db/plain-columns.ts'
import type {
  Cmi5RegistrationTable,
  Cmi5SessionSecrets,
  Cmi5SessionTable,
  CourseAttemptTable,
  Schema,
  ScoAttemptTable,
} from '../../db/schema.ts'

export type Registration = Cmi5RegistrationTable
export type Session = Cmi5SessionTable

/** The state of an AU, from the row of its attempt. Before its first launch it has the values with which a SCO begins. */
export const factsOf = ({ outcome }: Pick<ScoAttemptTable, 'outcome'>): AuFacts => {
  const held: unknown = JSON.parse(outcome)
  if (!isFields(held)) return nothingDone
  const { completed, passed, failed, waived } = held
  return { completed: completed === true, passed: passed === true, failed: failed === true, waived: waived === true }
}

/** Written by this server. */
export const termsOf = ({ terms }: Pick<Session, 'terms'>) => JSON.parse(terms) as SessionTerms
/** The moments at which a session began and ended: the first message about each. */
export const momentsOf = (session: Pick<Session, 'initialized_at' | 'terminated_at'>, soFar: SessionSoFar, nowMs: number) => ({
  initialized_at: session.initialized_at ?? (soFar.initializedMs === undefined ? null : nowMs),
  terminated_at: session.terminated_at ?? (soFar.terminatedMs === undefined ? null : nowMs),
})
export const soFarOf = ({ so_far }: Pick<Session, 'so_far'>) => ({ ...emptySession, ...(JSON.parse(so_far) as SessionSoFar) })
export const satisfiedOf = ({ satisfied }: Pick<Registration, 'satisfied'>) => JSON.parse(satisfied) as readonly string[]

export const isOver = ({ terminated_at, abandoned_at }: Pick<Session, 'terminated_at' | 'abandoned_at'>): boolean =>
  terminated_at !== null || abandoned_at !== null

/** The current registration of a course attempt; undefined before its first launch, and after a reset. */
export const selectRegistration = (
  kysely: Kysely<Schema>,
  orgId: number,
  courseAttemptGuid: string,
): Promise<Registration | undefined> =>
  kysely
    .selectFrom('cmi5_registration')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('course_attempt_guid', '=', courseAttemptGuid)
    .where('ended_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A registration by its own name, current or ended. */
export const selectRegistrationByName = (
  kysely: Kysely<Schema>,
  orgId: number,
  registration: string,
): Promise<Registration | undefined> =>
  kysely
    .selectFrom('cmi5_registration')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('registration', '=', registration)
    .executeTakeFirst()

/** All registrations that there were for a course attempt, the first one first. */
export const selectRegistrations = (
  kysely: Kysely<Schema>,
  orgId: number,
  courseAttemptGuid: string,
): Promise<Registration[]> =>
  kysely
    .selectFrom('cmi5_registration')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('course_attempt_guid', '=', courseAttemptGuid)
    .orderBy('number')
    .execute()

/** How many registrations there were for a course attempt. */
export const countRegistrations = async (kysely: Kysely<Schema>, orgId: number, courseAttemptGuid: string): Promise<number> => {
  const row = await kysely
    .selectFrom('cmi5_registration')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('org_id', '=', orgId)
    .where('course_attempt_guid', '=', courseAttemptGuid)
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** The home page of the accounts of an organisation's learners, after one was registered. */
export const selectHomePage = async (kysely: Kysely<Schema>, orgId: number): Promise<string | undefined> => {
  const row = await kysely
    .selectFrom('cmi5_registration')
    .select('home_page')
    .where('org_id', '=', orgId)
    .orderBy('made_at')
    .limit(1)
    .executeTakeFirst()
  return row?.home_page
}

export const insertRegistration = (transaction: Kysely<Schema>, row: Registration) =>
  transaction.insertInto('cmi5_registration').values(row).execute()

export const updateRegistration = (
  transaction: Kysely<Schema>,
  { org_id, registration }: Pick<Registration, 'org_id' | 'registration'>,
  fields: Partial<Registration>,
) =>
  transaction
    .updateTable('cmi5_registration')
    .set(fields)
    .where('org_id', '=', org_id)
    .where('registration', '=', registration)
    .execute()

/** The launches of a registration that have not ended. */
export const selectOpenSessions = (kysely: Kysely<Schema>, orgId: number, registration: string): Promise<Session[]> =>
  kysely
    .selectFrom('cmi5_session')
    .select(cmi5SessionColumns)
    .where('org_id', '=', orgId)
    .where('registration', '=', registration)
    .where('terminated_at', 'is', null)
    .where('abandoned_at', 'is', null)
    .orderBy('launched_at')
    .execute()

/** The courses in which an earlier launch has not ended, in the current registration. */
export const selectSilentCourses = (kysely: Kysely<Schema>, beforeMs: number) =>
  kysely
    .selectFrom('cmi5_session')
    .innerJoin('cmi5_registration', (on) =>
      on
        .onRef('cmi5_registration.org_id', '=', 'cmi5_session.org_id')
        .onRef('cmi5_registration.registration', '=', 'cmi5_session.registration'),
    )
    .select(['cmi5_registration.org_id', 'course_attempt_guid'])
    .distinct()
    .where('launched_at', '<', beforeMs)
    .where('terminated_at', 'is', null)
    .where('abandoned_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()

/** An existing one stays unchanged. */
export const insertSession = (transaction: Kysely<Schema>, row: Session & Cmi5SessionSecrets) =>
  transaction
    .insertInto('cmi5_session')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'session_guid']).doNothing())
    .execute()

export const updateSession = (
  transaction: Kysely<Schema>,
  { org_id, session_guid }: Pick<Session, 'org_id' | 'session_guid'>,
  fields: Partial<Session>,
) =>
  transaction
    .updateTable('cmi5_session')
    .set(fields)
    .where('org_id', '=', org_id)
    .where('session_guid', '=', session_guid)
    .execute()

export type SessionOfCourse = Session &
  Pick<Registration, 'course_attempt_guid' | 'user_guid' | 'home_page'> &
  Pick<ScoAttemptTable, 'sco_attempt_guid'> &
  Pick<CourseAttemptTable, 'course_guid'> & {
    /** Its token is older than this database, which may lack some of what the unit has said. */
    readonly isForgotten?: boolean
  }

const sessions = (kysely: Kysely<Schema>) =>
  kysely
    .selectFrom('cmi5_session')
    .innerJoin('cmi5_registration', (on) =>
      on
        .onRef('cmi5_registration.org_id', '=', 'cmi5_session.org_id')
        .onRef('cmi5_registration.registration', '=', 'cmi5_session.registration'),
    )
    .innerJoin('sco_attempt', (on) =>
      on
        .onRef('sco_attempt.org_id', '=', 'cmi5_session.org_id')
        .onRef('sco_attempt.sco_attempt_id', '=', 'cmi5_session.sco_attempt_id'),
    )
    .innerJoin('course_attempt', (on) =>
      on
        .onRef('course_attempt.org_id', '=', 'sco_attempt.org_id')
        .onRef('course_attempt.course_attempt_guid', '=', 'sco_attempt.course_attempt_guid'),
    )
    .select(cmi5SessionColumnsInTable)
    .select(['cmi5_registration.course_attempt_guid', 'cmi5_registration.user_guid', 'cmi5_registration.home_page'])
    .select(['sco_attempt.sco_attempt_guid', 'course_attempt.course_guid'])

/** A launch with whose it is. */
export const selectSession = (
  kysely: Kysely<Schema>,
  orgId: number,
  sessionGuid: string,
): Promise<SessionOfCourse | undefined> =>
  sessions(kysely)
    .where('cmi5_session.org_id', '=', orgId)
    .where('cmi5_session.session_guid', '=', sessionGuid)
    .executeTakeFirst()

export const selectSessionOfFetch = (
  kysely: Kysely<Schema>,
  fetchHashes: readonly string[],
): Promise<SessionOfCourse | undefined> =>
  sessions(kysely).where('cmi5_session.fetch_hash', 'in', fetchHashes).executeTakeFirst()

/** Records the token that the fetch address of a launch returns; false if it returned one before. */
export const giveToken = async (
  kysely: Kysely<Schema>,
  { org_id, session_guid }: Session,
  tokenHash: string,
  nowMs: number,
): Promise<boolean> => {
  const done = await kysely
    .updateTable('cmi5_session')
    .set({ token_hash: tokenHash, fetched_at: nowMs })
    .where('org_id', '=', org_id)
    .where('session_guid', '=', session_guid)
    .where('token_hash', 'is', null)
    .where('terminated_at', 'is', null)
    .where('abandoned_at', 'is', null)
    .returning('session_guid')
    .execute()
  return done.length > 0
}
