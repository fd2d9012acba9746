import { emptySession, type SessionSoFar } from '@sitwell/exam/courses/cmi5/judge-statement'
import type { AuFacts } from '@sitwell/exam/courses/cmi5/move-on'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { type HeldCourse, lockCourse } from '../queries.ts'
import { placeOfSco } from '../sco-opening.ts'
import { abandonSessions } from './abandon-sessions.ts'
import { auOf, keepCmi5Standing, noteFacts, structureOf } from './cmi5-course.ts'
import { hasLaunchData, newSession, putLaunchData, sessionTermsOf } from './launch-au.ts'
import { type HeardOfLaunch, type LaunchPaper, longestSessionMs } from './launch-paper.ts'
import {
  countRegistrations,
  factsOf,
  insertRegistration,
  insertSession,
  momentsOf,
  type Registration,
  type Session,
  selectOpenSessions,
  selectRegistration,
  selectRegistrationByName,
  selectSession,
  soFarOf,
  updateSession,
} from './queries.ts'

/** The registration that a paper names, made again where it was forgotten; undefined where another one stands since. */
const registrationOfPaper = async (
  transaction: Kysely<Schema>,
  { course }: HeldCourse,
  { registration, homePage, launchedMs }: LaunchPaper,
): Promise<Registration | undefined> => {
  const { org_id, course_attempt_guid, user_guid } = course
  const standing = await selectRegistration(transaction, org_id, course_attempt_guid)
  if (standing) return standing.registration === registration ? standing : undefined
  // Staff ended it, or its learner's course is another one now.
  if (await selectRegistrationByName(transaction, org_id, registration)) return undefined
  const row: Registration = {
    ...{ org_id, registration, course_attempt_guid, user_guid, home_page: homePage, satisfied: '[]', made_at: launchedMs },
    number: (await countRegistrations(transaction, org_id, course_attempt_guid)) + 1,
    ended_at: null,
    ended_by: null,
  }
  await insertRegistration(transaction, row)
  return row
}

const either = (one: AuFacts, other: AuFacts): AuFacts => {
  const passed = one.passed || other.passed
  return {
    completed: one.completed || other.completed,
    passed,
    failed: !passed && (one.failed || other.failed),
    waived: one.waived || other.waived,
  }
}

/** What both know of: each verb once, and the earliest and latest moments. */
const together = (known: SessionSoFar, more: SessionSoFar): SessionSoFar => ({
  said: [...new Set([...more.said, ...known.said])],
  initializedMs: more.initializedMs ?? known.initializedMs,
  terminatedMs: known.terminatedMs ?? more.terminatedMs,
  lastMs: Math.max(more.lastMs ?? 0, known.lastMs ?? 0) || undefined,
  isForgotten: true,
})

/** What the unit had come to by what its page shows, also if the database has less of it. */
const noteHeard = async (
  transaction: Transaction<Schema>,
  session: Session,
  sco: HeldCourse['scos'][number],
  heard: HeardOfLaunch | undefined,
  nowMs: number,
): Promise<AuFacts> => {
  if (!heard) return factsOf(sco)
  const soFar = together(soFarOf(session), heard.soFar)
  await updateSession(transaction, session, { so_far: JSON.stringify(soFar), ...momentsOf(session, soFar, nowMs) })
  return either(factsOf(sco), heard.facts)
}

const scoOf = (held: HeldCourse | undefined, scoAttemptId: number) =>
  held?.course.standard === 'cmi5' ? held.scos.find(({ sco_attempt_id }) => sco_attempt_id === scoAttemptId) : undefined

interface LaunchPlace {
  readonly held: HeldCourse
  readonly sco: HeldCourse['scos'][number]
  readonly registration: Registration
}

/** Begins the session of a launch again; false if something else was launched since. */
const beginAgain = async (
  transaction: Transaction<Schema>,
  keys: Keys,
  { held, sco, registration }: LaunchPlace,
  { orgId, sessionGuid, launchMode, launchedMs }: LaunchPaper,
  { returnUrl, nowMs }: { readonly returnUrl: string; readonly nowMs: number },
): Promise<boolean> => {
  const open = await selectOpenSessions(transaction, orgId, registration.registration)
  if (open.some(({ launched_at }) => launched_at > launchedMs)) return false
  await abandonSessions(transaction, held, registration, { nowMs })
  const structure = structureOf(held)
  const au = auOf(structure, sco)
  const terms = sessionTermsOf(registration, structure, au, { sessionGuid, launchMode })
  await insertSession(transaction, {
    ...newSession(keys, terms, launchedMs),
    ...{ org_id: orgId, sco_attempt_id: sco.sco_attempt_id, so_far: JSON.stringify({ ...emptySession, isForgotten: true }) },
  })
  if (!(await hasLaunchData(transaction, orgId, terms)))
    await putLaunchData(transaction, orgId, au, terms, { returnUrl, nowMs })
  return true
}

/**
 * Brings back a launch that a database which was set back has forgotten, by a paper that its unit or its page shows, and what the unit had
 * come to by then. The statements themselves are gone with the database. False if its course is gone, was set back by staff, or
 * something else of it was launched since.
 */
export const restoreLaunch = async (
  kysely: Kysely<Schema>,
  keys: Keys,
  { paper, heard }: { readonly paper: LaunchPaper; readonly heard?: HeardOfLaunch | undefined },
  { returnUrl, nowMs }: { readonly returnUrl: string; readonly nowMs: number },
): Promise<boolean> => {
  const { orgId, userGuid, sessionGuid, launchedMs } = paper
  if (nowMs - launchedMs > longestSessionMs) return false
  const place = await placeOfSco(kysely, { orgId, userGuid }, paper)
  if (!place) return false
  return kysely.transaction().execute(async (transaction) => {
    const held = await lockCourse(transaction, orgId, place.courseAttemptGuid)
    const sco = scoOf(held, place.scoAttemptId)
    if (!held || !sco) return false
    const registration = await registrationOfPaper(transaction, held, paper)
    if (!registration) return false
    const isThere = (await selectSession(transaction, orgId, sessionGuid)) !== undefined
    if (!isThere && !(await beginAgain(transaction, keys, { held, sco, registration }, paper, { returnUrl, nowMs })))
      return false
    const session = await selectSession(transaction, orgId, sessionGuid)
    if (!session || session.registration !== registration.registration) return false
    const facts = await noteHeard(transaction, session, sco, heard, nowMs)
    const now = await noteFacts(transaction, held, sco, facts, { started_at: sco.started_at ?? launchedMs, saved_at: nowMs })
    await keepCmi5Standing(transaction, now, registration, { sessionId: sessionGuid, nowMs })
    return true
  })
}
