import { jwtVerify, SignJWT } from 'jose'
import type { Caller } from '../http/caller.ts'
import type { ServiceContext } from '../http/service.ts'

/** Long enough to read the page and click; whoever comes later has another made. */
const linkSeconds = 60 * 60
const audience = 'practice-results'

/** Whose results a link opens, and under which name the file is saved. */
export interface LinkedResults extends Pick<Caller, 'orgId' | 'userGuid'> {
  readonly formRunGuid: string
  readonly fileName: string
}

/** The address of the file below the API endpoint. */
export const resultsLink = async ({ config, clock }: Pick<ServiceContext, 'config' | 'clock'>, linked: LinkedResults) => {
  const token = await new SignJWT({ orgId: linked.orgId, userGuid: linked.userGuid, fileName: linked.fileName })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(linked.formRunGuid)
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + linkSeconds)
    .sign(config.tokenSecret)
  return `formrun/api/PracticeResults/${linked.formRunGuid}?token=${token}`
}

/** Undefined where the token is none of ours, for another form run, or over. */
export const readResultsLink = async (
  { config, clock }: Pick<ServiceContext, 'config' | 'clock'>,
  formRunGuid: string,
  token: string,
): Promise<LinkedResults | undefined> => {
  try {
    const currentDate = new Date(clock.nowMs())
    const { payload } = await jwtVerify(token, config.tokenSecret, { audience, algorithms: ['HS256'], currentDate })
    const { sub, orgId, userGuid, fileName } = payload
    if (sub !== formRunGuid || typeof orgId !== 'number' || typeof userGuid !== 'string' || typeof fileName !== 'string')
      return undefined
    return { orgId, userGuid, formRunGuid, fileName }
  } catch {
    return undefined
  }
}
