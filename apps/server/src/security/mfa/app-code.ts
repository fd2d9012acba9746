import { generateSecret, generateURI, verify } from 'otplib'
import type { PersonTable } from '../../db/schema.ts'
import type { SecurityContext } from '../security-context.ts'
import { acceptStep, selectAppSecret, upsertSecret } from './queries.ts'

/** Seconds that a code of the app holds. One step before and after counts too, for clocks that differ. */
const stepSeconds = 30

/** Sealed together with the session that it was shown in: nobody who saw an earlier one knows what is set up in the end. */
const sealed = ({ keys }: Pick<SecurityContext, 'keys'>, sessionId: string, secret: string) =>
  keys.seal(`${sessionId} ${secret}`)

const opened = ({ keys }: Pick<SecurityContext, 'keys'>, text: string | null | undefined) => {
  const [sessionId, secret] = (text ? keys.open(text) : undefined)?.split(' ') ?? []
  return sessionId && secret ? { sessionId, secret } : undefined
}

/** The secret that an app is set up with: the same all through a session, so that a page that is loaded again shows it again. */
export const appSecret = async (
  context: Pick<SecurityContext, 'database' | 'keys'>,
  person: PersonTable,
  sessionId: string,
): Promise<string> => {
  const held = opened(context, (await selectAppSecret(context.database, person))?.secret)
  if (held?.sessionId === sessionId) return held.secret
  const secret = generateSecret()
  await upsertSecret(context.database, person, sealed(context, sessionId, secret))
  return secret
}

/** What a QR code holds for an app: `otpauth://totp/…` */
export const appAddress = (organisation: string, username: string, secret: string): string =>
  generateURI({ issuer: organisation, label: username, secret })

/** Whether a code is the app's, now. Each time step is accepted once: a code that was looked at over a shoulder passes nowhere else. */
export const checkAppCode = async (
  context: Pick<SecurityContext, 'clock' | 'database' | 'keys'>,
  person: PersonTable,
  code: string,
): Promise<boolean> => {
  const row = await selectAppSecret(context.database, person)
  const held = opened(context, row?.secret)
  if (!row?.secret || !held) return false
  const epoch = Math.floor(context.clock.nowMs() / 1000)
  const result = await verify({ secret: held.secret, token: code, epoch, epochTolerance: stepSeconds })
  if (!result.valid) return false
  const step = Math.floor(epoch / stepSeconds) + result.delta
  return acceptStep(context.database.kysely, person, row.secret, step)
}
