import { SignJWT } from 'jose'
import type { Caller } from '../http/caller.ts'
import { readToken, signingKeyOf } from '../signed-token.ts'
import type { PrintContext } from './print-context.ts'

/** Long enough to open what was made a moment ago; whoever comes later has it made again. */
const linkSeconds = 5 * 60
const audience = 'printed-question'

/** What a link opens, for whom, and in whose session. */
export interface LinkedQuestion extends Pick<Caller, 'orgId' | 'userGuid' | 'sessionId'> {
  readonly formRunGuid: string
  readonly questionId: string
  readonly fileName: string
  /** In milliseconds; is in the PDF's properties. */
  readonly madeAtMs: number
}

/**
 * The cookie without which a link opens nothing: only the browser that asked for it has it, so a link that is passed on is worth
 * nothing to anybody else. It follows from the session; nothing of it is stored.
 */
const linkCookie = 'sitwell-print'

/**
 * Its name. With the prefix a browser takes it over https alone, for this very host, so that nobody beside it on the network or at a
 * neighbouring name can put another in its place. Over a school's plain http it has none: browsers would not keep it.
 */
const cookieNameOver = (protocol: string) => (protocol === 'https' ? `__Host-${linkCookie}` : linkCookie)

/** The cookie as it is given to a browser that asked over this protocol. */
export const givenCookie = (protocol: string, value: string): string =>
  `${cookieNameOver(protocol)}=${value}; Path=/; HttpOnly; SameSite=Strict${protocol === 'https' ? '; Secure' : ''}`

/** Whether a browser that asks over this protocol shows the cookie of a session. */
export const showsCookie = (
  { keys }: Pick<PrintContext, 'keys'>,
  { protocol, headers }: { readonly protocol: string; readonly headers: { readonly cookie?: string | undefined } },
  session: Pick<Caller, 'orgId' | 'sessionId'>,
): boolean => {
  const wanted = keys.accepted.map((by) => `${cookieNameOver(protocol)}=${cookieValue({ keys: by }, session)}`)
  return (headers.cookie ?? '').split(';').some((one) => wanted.includes(one.trim()))
}
export const cookieValue = (
  { keys }: { readonly keys: Pick<PrintContext['keys'], 'fingerprint'> },
  { orgId, sessionId }: Pick<Caller, 'orgId' | 'sessionId'>,
) => keys.fingerprint('print', `${orgId} ${sessionId}`)

/** The address of the PDF below the API endpoint. */
export const printLink = async ({ config, clock }: Pick<PrintContext, 'config' | 'clock'>, linked: LinkedQuestion) => {
  const { formRunGuid, ...claims } = linked
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(formRunGuid)
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + linkSeconds)
    .sign(await signingKeyOf(config.tokenSecret))
  return `print/Question/pdf?token=${token}`
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Undefined if the token is none of ours, or over. */
export const readPrintLink = async (
  { config, clock }: Pick<PrintContext, 'config' | 'clock'>,
  token: string,
): Promise<LinkedQuestion | undefined> => {
  const payload = await readToken(config, token, { audience, nowMs: clock.nowMs() })
  if (!payload) return undefined
  const { sub: formRunGuid, orgId, userGuid, sessionId, questionId, fileName, madeAtMs } = payload
  if (!isNumber(orgId) || !isNumber(madeAtMs) || !isText(formRunGuid) || !isText(userGuid)) return undefined
  if (!isText(sessionId) || !isText(questionId) || !isText(fileName)) return undefined
  return { formRunGuid, orgId, userGuid, sessionId, questionId, fileName, madeAtMs }
}
