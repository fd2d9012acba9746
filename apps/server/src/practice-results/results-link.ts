import { SignJWT } from 'jose'
import type { Caller } from '../http/caller.ts'
import { readToken, signingKeyOf } from '../signed-token.ts'
import type { PracticeResultsContext } from './practice-results-context.ts'

/** Long enough to read the page and click; whoever comes later has another made. */
const linkSeconds = 60 * 60
const audience = 'practice-results'

/** Whose results a link opens, in whose session, and under which name the file is saved. */
export interface LinkedResults extends Pick<Caller, 'orgId' | 'userGuid' | 'sessionId'> {
  readonly formRunGuid: string
  readonly fileName: string
}

/** The address of the file below the API endpoint. */
export const resultsLink = async (
  { config, clock }: Pick<PracticeResultsContext, 'config' | 'clock'>,
  linked: LinkedResults,
) => {
  const { formRunGuid, ...claims } = linked
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(formRunGuid)
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + linkSeconds)
    .sign(await signingKeyOf(config.tokenSecret))
  return `formrun/api/PracticeResults/${formRunGuid}?token=${token}`
}

/** Undefined if the token is none of ours, for another form run, or over. */
export const readResultsLink = async (
  { config, clock }: Pick<PracticeResultsContext, 'config' | 'clock'>,
  formRunGuid: string,
  token: string,
): Promise<LinkedResults | undefined> => {
  const payload = await readToken(config, token, { audience, nowMs: clock.nowMs() })
  if (!payload) return undefined
  const { sub, orgId, userGuid, sessionId, fileName } = payload
  if (sub !== formRunGuid || typeof orgId !== 'number' || typeof userGuid !== 'string') return undefined
  if (typeof sessionId !== 'string' || typeof fileName !== 'string') return undefined
  return { orgId, userGuid, sessionId, formRunGuid, fileName }
}
