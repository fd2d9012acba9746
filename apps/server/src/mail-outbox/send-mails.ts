import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { MailOutboxTable } from '../db/schema.ts'
import { writeLetter } from '../mail/letters.ts'
import type { Letter, Mailer } from '../mail/mailer.ts'
import { originOf } from '../security/organisation/link-address.ts'
import { selectOrganisation } from '../security/organisation/queries.ts'
import type { ServerLog } from '../server-log.ts'
import { sha256 } from '../sha256.ts'
import { afterFailure, isAddress, judgeFailure } from './mail-rules.ts'
import { type ClaimedMail, claimMail, isStillClaimed, noteSent, noteUnsent, restAll, selectDue } from './outbox-queries.ts'

export interface SendingContext {
  readonly database: Database
  readonly clock: Clock
  readonly config: Pick<Config, 'publicUrl' | 'port'>
  readonly mailer: Mailer
  readonly log: Pick<ServerLog, 'warn'>
}

/** Mails of one round, which a server that stops waits for; and mails at once, because a mail server takes only so many connections. */
const mostOfRound = 40
const mostAtOnce = 4

/**
 * The same each time that a mail is sent: a mail server, or the program of whoever reads it, may know one that comes twice by it. Nobody can read from it whom it
 * is for.
 */
const idOf = ({ org_id, delivery_id, set_number, user_guid, queued_at }: ClaimedMail): string =>
  sha256(JSON.stringify(['result mail', org_id, delivery_id, set_number, user_guid, queued_at])).slice(0, 40)

/** The letter of a mail, or why there is none. */
const letterOf = async (
  { database, config }: SendingContext,
  mail: ClaimedMail,
): Promise<Letter | NonNullable<MailOutboxTable['reason']>> => {
  const { org_id: orgId } = mail
  const [person, delivery, organisation] = await Promise.all([
    database.kysely
      .selectFrom('person')
      .select(['email', 'first_name', 'language_id'])
      .where('org_id', '=', orgId)
      .where('user_guid', '=', mail.user_guid)
      .executeTakeFirst(),
    database.kysely
      .selectFrom('delivery')
      .select('name')
      .where('org_id', '=', orgId)
      .where('delivery_id', '=', mail.delivery_id)
      .executeTakeFirst(),
    selectOrganisation(database, orgId),
  ])
  if (!person || !delivery || !organisation) return 'no-person'
  const to = person.email?.trim() ?? ''
  if (to === '') return 'no-address'
  if (!isAddress(to)) return 'bad-address'
  const link = `${originOf(config, organisation.details)}/login?${encodeURIComponent(organisation.url_token)}`
  const values = { name: person.first_name, organisation: organisation.name, exam: delivery.name, link }
  const letter = await writeLetter(database, { orgId, languageId: person.language_id, to }, 'RESULT', values)
  return { ...letter, id: idOf(mail) }
}

/** Sends one mail and notes what became of it. Returns whether the mail server itself failed. */
const sendOne = async (context: SendingContext, mail: ClaimedMail): Promise<'goes on' | 'server fails'> => {
  const { clock, mailer, log } = context
  const { kysely } = context.database
  const letter = await letterOf(context, mail)
  if (typeof letter === 'string') {
    const nowMs = clock.nowMs()
    await noteUnsent(kysely, mail, { state: 'undeliverable', reason: letter, changed_at: nowMs, next_at: nowMs })
    return 'goes on'
  }
  if (!(await isStillClaimed(kysely, mail))) return 'goes on'
  try {
    await mailer.send(letter)
  } catch (error) {
    const failure = judgeFailure(error)
    await noteUnsent(kysely, mail, afterFailure(failure, mail.tries, clock.nowMs()))
    if (failure.is !== 'of-server') return 'goes on'
    log.warn(
      { event: 'mail-server-refuses', answer: failure.answer },
      'the mail server accepts no mails; those about results wait, and the server tries again',
    )
    return 'server fails'
  }
  // A server that ends between these lines sends the mail once more after `sendingMs`, under the same id.
  await noteSent(kysely, mail, clock.nowMs())
  return 'goes on'
}

/**
 * Sends mails that are due, a bounded number; what is left comes with the next round. Several servers may do so at once: each mail is claimed by one of them. A mail is sent
 * at least once, and a second time only if a server ends after the mail server took it and before that is noted.
 */
export const sendMails = async (context: SendingContext): Promise<void> => {
  const { kysely } = context.database
  const due = await selectDue(kysely, context.clock.nowMs(), mostOfRound)
  for (let from = 0; from < due.length; from += mostAtOnce) {
    const became = await Promise.all(
      due.slice(from, from + mostAtOnce).map(async (one) => {
        const mail = await claimMail(kysely, one, context.clock.nowMs())
        return mail === undefined ? 'goes on' : sendOne(context, mail)
      }),
    )
    if (became.includes('server fails')) {
      await restAll(kysely, context.clock.nowMs())
      return
    }
  }
}
