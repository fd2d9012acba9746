import { randomBytes, randomUUID } from 'node:crypto'
import { nothingSaid, type SessionTerms } from '@sitwell/exam/cmi5/judge-statement'
import { launchModeOf } from '@sitwell/exam/cmi5/move-on'
import { extensions, type LaunchMode } from '@sitwell/exam/cmi5/vocabulary'
import { agentKey } from '@sitwell/exam/xapi/agents'
import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable } from '../../db/schema.ts'
import type { AuthoredAu } from '../../import/authored-structure.ts'
import type { Keys } from '../../keys.ts'
import { type DocumentPlace, replaceDocument, selectDocument } from '../lrs/document-queries.ts'
import type { HeldCourse } from '../queries.ts'
import { abandonSessions } from './abandon-sessions.ts'
import { auOf, keepCmi5Standing, noteFacts, registrationOf, say, speakingOf, structureOf } from './cmi5-course.ts'
import { launchedStatement } from './lms-statements.ts'
import { activityIdOf, actorOf } from './names.ts'
import { factsOf, insertSession } from './queries.ts'

/** The document that an AU finds what it was launched with in. */
export const launchDataId = 'LMS.LaunchData'
export const preferencesId = 'cmi5LearnerPreferences'

interface Wishes {
  /** What the learner's account is below, where the organisation has no registration yet. */
  readonly homePage: string
  readonly browse: boolean
  /** Of the player's page, for a learner who has not said which one they prefer. */
  readonly language: string
  readonly returnUrl: string
  /** The AU's address without what the launch adds, as statements tell it. */
  readonly url: string
  readonly nowMs: number
}

export interface Launched {
  readonly sessionGuid: string
  readonly fetchSecret: string
  readonly terms: SessionTerms
}

const launchDataOf = (au: AuthoredAu, { sessionId, launchMode }: SessionTerms, returnURL: string) => ({
  contextTemplate: {
    contextActivities: { grouping: [{ id: au.id }] },
    extensions: { [extensions.sessionId]: sessionId },
  },
  launchMode,
  moveOn: au.moveOn,
  returnURL,
  ...(au.launchParameters !== undefined && { launchParameters: au.launchParameters }),
  ...(au.masteryScore !== undefined && { masteryScore: au.masteryScore }),
  ...(au.entitlementKey !== undefined && { entitlementKey: { courseStructure: au.entitlementKey } }),
})

const putJson = async (
  transaction: Kysely<Schema>,
  orgId: number,
  place: DocumentPlace,
  id: string,
  value: object,
  nowMs: number,
) => {
  const seen = await selectDocument(transaction, orgId, place, id)
  const content = Buffer.from(JSON.stringify(value))
  await replaceDocument(transaction, orgId, place, id, { mediaType: 'application/json', content }, seen, nowMs)
}

/** Launches an AU of a course that is held: all that the standard wants to stand before the AU's page is loaded. */
export const launchAu = async (
  transaction: Kysely<Schema>,
  keys: Keys,
  held: HeldCourse,
  sco: ScoAttemptTable,
  { homePage, browse, language, returnUrl, url, nowMs }: Wishes,
): Promise<Launched> => {
  const structure = structureOf(held)
  const au = auOf(structure, sco)
  const registration = await registrationOf(transaction, held, homePage, nowMs)
  // A learner is in one AU at a time.
  await abandonSessions(transaction, held, registration, { nowMs })
  const { org_id, home_page, user_guid } = registration
  const facts = factsOf(sco)
  const launchMode: LaunchMode = browse ? 'Browse' : launchModeOf(facts, au.moveOn)
  const sessionGuid = randomUUID()
  const terms: SessionTerms = {
    actor: actorOf(home_page, user_guid),
    registration: registration.registration,
    sessionId: sessionGuid,
    activityId: activityIdOf(home_page, structure, 'au', au.id),
    publisherId: au.id,
    launchMode,
    ...(au.masteryScore !== undefined && { masteryScore: au.masteryScore }),
  }
  const fetchSecret = randomBytes(24).toString('base64url')
  await insertSession(transaction, {
    ...{ org_id, session_guid: sessionGuid, registration: registration.registration, sco_attempt_id: sco.sco_attempt_id },
    ...{ terms: JSON.stringify(terms), so_far: JSON.stringify(nothingSaid) },
    ...{ fetch_hash: keys.fingerprint('cmi5 fetch', fetchSecret), token_hash: null, launched_at: nowMs },
    ...{ fetched_at: null, heard_at: null, initialized_at: null, terminated_at: null, abandoned_at: null },
  })
  const agent = agentKey(terms.actor)
  const state = { kind: 'state', activityId: terms.activityId, agent, registration: terms.registration } as const
  await putJson(transaction, org_id, state, launchDataId, launchDataOf(au, terms, returnUrl), nowMs)
  const profile = { kind: 'agent', agent } as const
  if (!(await selectDocument(transaction, org_id, profile, preferencesId)))
    await putJson(transaction, org_id, profile, preferencesId, { languagePreference: language, audioPreference: 'on' }, nowMs)
  const speaking = speakingOf(registration, structure, nowMs)
  const statement = launchedStatement(speaking, au, { sessionId: sessionGuid, launchMode, url })
  await say(transaction, registration, [{ statement, sessionGuid }], nowMs)
  const now = await noteFacts(transaction, held, sco, facts, { started_at: sco.started_at ?? nowMs, saved_at: nowMs })
  await keepCmi5Standing(transaction, now, registration, { nowMs })
  return { sessionGuid, fetchSecret, terms }
}
