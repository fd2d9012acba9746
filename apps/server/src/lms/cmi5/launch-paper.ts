import type { SessionSoFar } from '@sitwell/exam/courses/cmi5/judge-statement'
import type { AuFacts } from '@sitwell/exam/courses/cmi5/move-on'
import type { LaunchMode } from '@sitwell/exam/courses/cmi5/vocabulary'
import type { Keys } from '../../keys.ts'
import type { ScoOpening } from '../sco-opening.ts'
import { type SessionOfCourse, termsOf } from './queries.ts'

/** That a unit was launched for its learner: what a database that was set back may have forgotten. */
export interface LaunchPaper extends Pick<ScoOpening, 'orgId' | 'userGuid' | 'scoAttemptGuid' | 'courseGuid' | 'identifier'> {
  readonly sessionGuid: string
  readonly registration: string
  readonly homePage: string
  readonly launchMode: LaunchMode
  readonly launchedMs: number
  /** Of the database that it was written by. */
  readonly generation: string
  /** Of its organisation. */
  readonly home: string
}

/** What the unit had come to when the paper was written. */
export interface HeardOfLaunch {
  readonly facts: AuFacts
  readonly soFar: SessionSoFar
}

/**
 * A paper (decision 85) is the token of its unit, which a unit shows with each request, or is its page's, which hands it back once the server has
 * forgotten the launch. One is never taken for the other.
 */
type Holder = 'cmi5 token' | 'cmi5 launch'

export const sealPaper = (keys: Keys, holder: Holder, paper: LaunchPaper, heard?: HeardOfLaunch): string =>
  keys.seal(JSON.stringify([holder, paper, heard]))

/** Undefined if it is none of this server's for this holder. */
export const readPaper = (
  keys: Keys,
  holder: Holder,
  sealed: string,
): { readonly paper: LaunchPaper; readonly heard?: HeardOfLaunch | undefined } | undefined => {
  const text = keys.open(sealed)
  if (text === undefined) return undefined
  // Sealed here: what it is for says the first of the three.
  const [whose, paper, heard] = JSON.parse(text) as [string, LaunchPaper, HeardOfLaunch | null | undefined]
  return whose === holder ? { paper, heard: heard ?? undefined } : undefined
}

/** Milliseconds that a launch is listened to: longer than anybody is in an AU at a stretch. */
export const longestSessionMs = 24 * 3_600_000

/** The paper of a launch as it stands now. */
export const paperOf = (session: SessionOfCourse, generation: string, home: string): LaunchPaper => {
  const { launchMode, publisherId } = termsOf(session)
  return {
    ...{ orgId: session.org_id, userGuid: session.user_guid, sessionGuid: session.session_guid, generation, home, launchMode },
    ...{ registration: session.registration, homePage: session.home_page, launchedMs: session.launched_at },
    ...{ scoAttemptGuid: session.sco_attempt_guid, courseGuid: session.course_guid, identifier: publisherId },
  }
}

/** What a launch is found by where its token is fetched. */
export const fetchHash = (keys: Keys, secret: string) => keys.fingerprint('cmi5 fetch', secret)
