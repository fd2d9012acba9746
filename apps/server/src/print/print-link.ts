import { jwtVerify, SignJWT } from 'jose'
import type { Caller } from '../http/caller.ts'
import type { ServiceContext } from '../http/service.ts'

/** Long enough to open what was made a moment ago; whoever comes later has it made again. */
const linkSeconds = 5 * 60
const audience = 'printed-question'

/** What a link opens, for whom, and in whose session. */
export interface LinkedQuestion extends Pick<Caller, 'orgId' | 'userGuid' | 'sessionId'> {
  readonly formRunGuid: string
  readonly questionId: string
  readonly fileName: string
  /** In milliseconds; stands in the PDF's properties. */
  readonly madeAtMs: number
}

/**
 * The cookie without which a link opens nothing: only the browser that asked for it has it, so a link that is passed on is worth
 * nothing to anybody else. It follows from the session; nothing of it is stored.
 */
export const linkCookie = 'sitwell-print'
export const cookieValue = (
  { keys }: Pick<ServiceContext, 'keys'>,
  { orgId, sessionId }: Pick<Caller, 'orgId' | 'sessionId'>,
) => keys.fingerprint('print', `${orgId} ${sessionId}`)

/** The address of the PDF below the API endpoint. */
export const printLink = async ({ config, clock }: Pick<ServiceContext, 'config' | 'clock'>, linked: LinkedQuestion) => {
  const { formRunGuid, ...claims } = linked
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(formRunGuid)
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + linkSeconds)
    .sign(config.tokenSecret)
  return `print/Question/pdf?token=${token}`
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Undefined where the token is none of ours, or over. */
export const readPrintLink = async (
  { config, clock }: Pick<ServiceContext, 'config' | 'clock'>,
  token: string,
): Promise<LinkedQuestion | undefined> => {
  try {
    const currentDate = new Date(clock.nowMs())
    const { payload } = await jwtVerify(token, config.tokenSecret, { audience, algorithms: ['HS256'], currentDate })
    const { sub: formRunGuid, orgId, userGuid, sessionId, questionId, fileName, madeAtMs } = payload
    if (!isNumber(orgId) || !isNumber(madeAtMs) || !isText(formRunGuid) || !isText(userGuid)) return undefined
    if (!isText(sessionId) || !isText(questionId) || !isText(fileName)) return undefined
    return { formRunGuid, orgId, userGuid, sessionId, questionId, fileName, madeAtMs }
  } catch {
    return undefined
  }
}
