import type { WayIn } from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import type { RefusedOutcome } from '../../http/refusal.ts'
import { mailPasswordLink, makePasswordLink } from '../../security/passwords/password-link.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { iso } from './person-state.ts'

type Context = Pick<SecurityContext, 'clock' | 'config' | 'database' | 'keys' | 'log' | 'mailer' | 'securityLog'>

/** Links and mails for one person, and one more every minute: nobody's mailbox is filled from here. */
const sending = { capacity: 10, leakMs: 60_000 }

interface Asked {
  readonly kind: 'RESET' | 'INVITE'
  /** Guid of the person who asks for it; `installation` for one of another organisation. */
  readonly author: string
  /** The caller's network address. */
  readonly address: string
  /** Nothing is mailed: the address may be wrong. */
  readonly isHandedOver?: true
}

const mailed = async (context: Context, person: PersonTable, kind: Asked['kind']): Promise<WayIn | undefined> => {
  try {
    const until = await mailPasswordLink(context, person, { kind, nowMs: context.clock.nowMs() })
    return { by: 'mail', to: person.email ?? '', until: iso(until) }
  } catch (error) {
    context.log.error({ event: 'password-link-not-mailed', err: error }, 'a link that sets a password could not be mailed')
    return undefined
  }
}

const countLink = (context: Context, { org_id: orgId, user_guid: userGuid }: PersonTable) =>
  countAttempt(context, bucketOf(context, orgId, 'office-link', [userGuid], sending))

const noteLink = ({ securityLog }: Context, { org_id: orgId, user_guid: userGuid }: PersonTable, asked: Asked, way: string) => {
  const about = { kind: 'password-link-sent', orgId, userGuid, author: asked.author, address: asked.address } as const
  securityLog.note({ ...about, what: `${asked.kind === 'INVITE' ? 'invitation' : 'reset'}: ${way}` })
}

/**
 * Mails a person a link that sets their password, and makes none for anybody else to hand over. `wait`: they were sent as many as one may have in a
 * while; `failed`: nobody took the mail.
 */
export const mailWayIn = async (context: Context, person: PersonTable, asked: Asked): Promise<'done' | 'failed' | 'wait'> => {
  if (await countLink(context, person)) return 'wait'
  if (!(await mailed(context, person, asked.kind))) return 'failed'
  noteLink(context, person, asked, 'by mail')
  return 'done'
}

/**
 * Lets a person set their password: mails them a link, if they have an address and the server can send mail; otherwise returns the link, once, for
 * whoever asks to hand it over. Of several links the last one works.
 */
export const giveWayIn = async (
  context: Context,
  person: PersonTable,
  asked: Asked,
): Promise<{ ok: true; access: WayIn } | RefusedOutcome<'TOO_MANY_REQUESTS'>> => {
  const { config, clock } = context
  const wait = await countLink(context, person)
  if (wait) return wait
  const canMail = !asked.isHandedOver && Boolean(person.email) && config.smtpUrl !== undefined
  const sent = canMail ? await mailed(context, person, asked.kind) : undefined
  noteLink(context, person, asked, sent ? 'by mail' : 'link handed to staff')
  if (sent) return { ok: true, access: sent }
  const { link, expiresAt } = await makePasswordLink(context, person, { kind: asked.kind, nowMs: clock.nowMs() })
  return { ok: true, access: { by: 'link', link, until: iso(expiresAt), ...(canMail && { mailFailed: true as const }) } }
}
