import { SignJWT } from 'jose'
import type { Caller } from '../http/caller.ts'
import { readToken, signingKeyOf } from '../signed-token.ts'
import type { SebContext } from './seb-context.ts'

/** A day: who installs the program first finds the link working still. */
const tokenSeconds = 24 * 60 * 60
const audience = 'seb-file'

/** Whose exam a file of settings is for. */
export interface FileHolder extends Pick<Caller, 'orgId' | 'userGuid'> {
  readonly scheduleGuid: string
}

/** Lets whoever holds it load the settings for this one exam, and nothing else. */
export const signFileToken = async (
  { config, clock, organisationOrigins }: Pick<SebContext, 'config' | 'clock' | 'organisationOrigins'>,
  { orgId, userGuid, scheduleGuid }: FileHolder,
): Promise<string> =>
  new SignJWT({ orgId, userGuid })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(await organisationOrigins.of(orgId))
    .setAudience(audience)
    .setSubject(scheduleGuid)
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + tokenSeconds)
    .sign(await signingKeyOf(config.tokenSecret))

/** Undefined if the token is none of ours, of an organisation of the same number that is another one, or over. */
export const readFileToken = async (
  { config, clock, organisationOrigins }: Pick<SebContext, 'config' | 'clock' | 'organisationOrigins'>,
  token: string,
): Promise<FileHolder | undefined> => {
  const payload = await readToken(config, token, { audience, nowMs: clock.nowMs() })
  if (!payload) return undefined
  const { sub, orgId, userGuid, iss } = payload
  if (sub === undefined || typeof orgId !== 'number' || typeof userGuid !== 'string') return undefined
  if (iss !== (await organisationOrigins.of(orgId))) return undefined
  return { orgId, userGuid, scheduleGuid: sub }
}
