import { randomUUID } from 'node:crypto'
import { emptySession, type SessionTerms } from '@sitwell/exam/courses/cmi5/judge-statement'
import { launchModeOf } from '@sitwell/exam/courses/cmi5/move-on'
import { extensions, type LaunchMode } from '@sitwell/exam/courses/cmi5/vocabulary'
import { agentKey } from '@sitwell/exam/courses/xapi/agents'
import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable } from '../../db/schema.ts'
import type { AuthoredAu, AuthoredStructure } from '../../import/authored-structure.ts'
import type { Keys } from '../../keys.ts'
import { type DocumentPlace, replaceDocument, selectDocument } from '../lrs/document-queries.ts'
import type { HeldCourse } from '../queries.ts'
import { abandonSessions } from './abandon-sessions.ts'
import { auOf, keepCmi5Standing, noteFacts, registrationOf, say, speakingOf, structureOf } from './cmi5-course.ts'
import { fetchHash } from './launch-paper.ts'
import { launchedStatement } from './lms-statements.ts'
import { activityIdOf, actorOf } from './names.ts'
import { factsOf, insertSession, type Registration } from './queries.ts'

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

/** What an AU finds in the store that it was launched with. */
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

/** What a session of an AU is held to. */
export const sessionTermsOf = (
  { registration, home_page, user_guid }: Pick<Registration, 'registration' | 'home_page' | 'user_guid'>,
  structure: AuthoredStructure,
  { id, masteryScore }: AuthoredAu,
  { sessionGuid, launchMode }: { readonly sessionGuid: string; readonly launchMode: LaunchMode },
): SessionTerms => ({
  actor: actorOf(home_page, user_guid),
  registration,
  sessionId: sessionGuid,
  activityId: activityIdOf(home_page, structure, 'au', id),
  publisherId: id,
  launchMode,
  ...(masteryScore !== undefined && { masteryScore }),
})

const launchDataPlace = ({ actor, activityId, registration }: SessionTerms): DocumentPlace => ({
  kind: 'state',
  activityId,
  agent: agentKey(actor),
  registration,
})

export const hasLaunchData = async (kysely: Kysely<Schema>, orgId: number, terms: SessionTerms): Promise<boolean> =>
  (await selectDocument(kysely, orgId, launchDataPlace(terms), launchDataId)) !== undefined

/** Puts what an AU was launched with where it looks for it. */
export const putLaunchData = async (
  transaction: Kysely<Schema>,
  orgId: number,
  au: AuthoredAu,
  terms: SessionTerms,
  { returnUrl, nowMs }: Pick<Wishes, 'returnUrl' | 'nowMs'>,
) => {
  await putJson(transaction, orgId, launchDataPlace(terms), launchDataId, launchDataOf(au, terms, returnUrl), nowMs)
}

/** What the launch's address gives its token out by: the same for a launch that the database has forgotten. */
const fetchSecretOf = (keys: Keys, sessionGuid: string) => keys.fingerprint('cmi5 fetch secret', sessionGuid)

/** The row of a launch but for whose it is and what was heard of it. */
export const newSession = (keys: Keys, terms: SessionTerms, launchedMs: number) => ({
  ...{ session_guid: terms.sessionId, registration: terms.registration, terms: JSON.stringify(terms) },
  ...{ fetch_hash: fetchHash(keys, fetchSecretOf(keys, terms.sessionId)), token_hash: null, launched_at: launchedMs },
  ...{ fetched_at: null, heard_at: null, initialized_at: null, terminated_at: null, abandoned_at: null },
})

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
  const { org_id } = registration
  const facts = factsOf(sco)
  const launchMode: LaunchMode = browse ? 'Browse' : launchModeOf(facts, au.moveOn)
  const sessionGuid = randomUUID()
  const terms = sessionTermsOf(registration, structure, au, { sessionGuid, launchMode })
  const fetchSecret = fetchSecretOf(keys, sessionGuid)
  await insertSession(transaction, {
    ...newSession(keys, terms, nowMs),
    ...{ org_id, sco_attempt_id: sco.sco_attempt_id, so_far: JSON.stringify(emptySession) },
  })
  await putLaunchData(transaction, org_id, au, terms, { returnUrl, nowMs })
  const profile = { kind: 'agent', agent: agentKey(terms.actor) } as const
  if (!(await selectDocument(transaction, org_id, profile, preferencesId)))
    await putJson(transaction, org_id, profile, preferencesId, { languagePreference: language, audioPreference: 'on' }, nowMs)
  const speaking = speakingOf(registration, structure, nowMs)
  const statement = launchedStatement(speaking, au, { sessionId: sessionGuid, launchMode, url })
  await say(transaction, registration, [{ statement, sessionGuid }], nowMs)
  const now = await noteFacts(transaction, held, sco, facts, { started_at: sco.started_at ?? nowMs, saved_at: nowMs })
  await keepCmi5Standing(transaction, now, registration, { nowMs })
  return { sessionGuid, fetchSecret, terms }
}
