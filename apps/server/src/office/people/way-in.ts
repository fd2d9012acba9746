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
  /** Guid of the person who asks for it. */
  readonly author: string
  /** The caller's network address. */
  readonly address: string
}

const mailed = async (context: Context, person: PersonTable, kind: Asked['kind']): Promise<WayIn | undefined> => {
  try {
    const until = await mailPasswordLink(context, person, { kind, nowMs: context.clock.nowMs() })
    return { by: 'mail', to: person.email ?? '', until: iso(until) }
  } catch (error) {
    context.log.error({ err: error }, 'a link that sets a password could not be mailed')
    return undefined
  }
}

/**
 * Lets a person set their password: mails them a link, if they have an address and the server can send mail; otherwise returns the link, once, for
 * whoever asks to hand it over. Of several links the last one works.
 */
export const giveWayIn = async (
  context: Context,
  person: PersonTable,
  { kind, author, address }: Asked,
): Promise<{ ok: true; access: WayIn } | RefusedOutcome<'TOO_MANY_REQUESTS'>> => {
  const { config, clock, securityLog } = context
  const { org_id: orgId, user_guid: userGuid } = person
  const wait = await countAttempt(context, bucketOf(context, orgId, 'office-link', [userGuid], sending))
  if (wait) return wait
  const canMail = Boolean(person.email) && config.smtpUrl !== undefined
  const sent = canMail ? await mailed(context, person, kind) : undefined
  const about = { kind: 'password-link-sent', orgId, userGuid, author, address } as const
  const what = kind === 'INVITE' ? 'invitation' : 'reset'
  securityLog.note({ ...about, what: `${what}: ${sent ? 'by mail' : 'link handed to staff'}` })
  if (sent) return { ok: true, access: sent }
  const { link, expiresAt } = await makePasswordLink(context, person, { kind, nowMs: clock.nowMs() })
  return { ok: true, access: { by: 'link', link, until: iso(expiresAt), ...(canMail && { mailFailed: true as const }) } }
}
