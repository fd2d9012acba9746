import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isServedHere } from '../db/moved-organisations.ts'
import type { MailOutboxTable, Schema } from '../db/schema.ts'
import { restMs, sendingMs } from './mail-rules.ts'

/** Names a mail. */
export type MailKey = Pick<MailOutboxTable, 'delivery_id' | 'org_id' | 'set_number' | 'user_guid'>

/** A mail that is being sent, with how often it was tried, this time included. */
export type ClaimedMail = MailKey & Pick<MailOutboxTable, 'queued_at' | 'tries'> & { readonly claim: string }

/** Mails that are due, the one that waits longest first, and those whose sender has not been heard of for too long. */
export const selectDue = (kysely: Kysely<Schema>, nowMs: number, limit: number) =>
  kysely
    .selectFrom('mail_outbox')
    .select(['org_id', 'delivery_id', 'set_number', 'user_guid', 'tries', 'queued_at'])
    .where('state', 'in', ['queued', 'sending'])
    .where('next_at', '<=', nowMs)
    .where(isServedHere('mail_outbox.org_id'))
    .orderBy('next_at')
    .limit(limit)
    .execute()

const updateOf = (kysely: Kysely<Schema>, key: MailKey) =>
  kysely
    .updateTable('mail_outbox')
    .where('org_id', '=', key.org_id)
    .where('delivery_id', '=', key.delivery_id)
    .where('set_number', '=', key.set_number)
    .where('user_guid', '=', key.user_guid)

/** Takes a mail to send it. Of several servers that ask one gets it; undefined: another one has it, or it is not to be sent any more. */
export const claimMail = async (
  kysely: Kysely<Schema>,
  due: MailKey & Pick<MailOutboxTable, 'queued_at' | 'tries'>,
  nowMs: number,
): Promise<ClaimedMail | undefined> => {
  const claim = randomUUID()
  const tries = due.tries + 1
  const { numUpdatedRows } = await updateOf(kysely, due)
    .set({ state: 'sending', claim, tries, next_at: nowMs + sendingMs, changed_at: nowMs })
    .where('state', 'in', ['queued', 'sending'])
    .where('tries', '=', due.tries)
    .where('next_at', '<=', nowMs)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? { ...due, tries, claim } : undefined
}

/** Whether a mail is still to be sent by whoever claimed it: it may have been stopped since. */
export const isStillClaimed = async (kysely: Kysely<Schema>, mail: ClaimedMail): Promise<boolean> => {
  const row = await kysely
    .selectFrom('mail_outbox')
    .select('state')
    .where('org_id', '=', mail.org_id)
    .where('delivery_id', '=', mail.delivery_id)
    .where('set_number', '=', mail.set_number)
    .where('user_guid', '=', mail.user_guid)
    .where('claim', '=', mail.claim)
    .executeTakeFirst()
  return row?.state === 'sending'
}

/** Notes that the mail server took a mail: also if the mail was stopped meanwhile, because the person has it. */
export const noteSent = (kysely: Kysely<Schema>, mail: ClaimedMail, nowMs: number) =>
  updateOf(kysely, mail)
    .set({ state: 'sent', reason: null, answer: null, sent_at: nowMs, changed_at: nowMs })
    .where('claim', '=', mail.claim)
    .execute()

/** Notes that a mail was not sent, unless it was stopped meanwhile. */
export const noteUnsent = (
  kysely: Kysely<Schema>,
  mail: ClaimedMail,
  became: Pick<MailOutboxTable, 'changed_at' | 'next_at' | 'reason' | 'state'> & { readonly answer?: string | null },
) => updateOf(kysely, mail).set(became).where('claim', '=', mail.claim).where('state', '=', 'sending').execute()

/** Lets all mails that are due rest, because the mail server takes none. None of them was tried by that. */
export const restAll = (kysely: Kysely<Schema>, nowMs: number) =>
  kysely
    .updateTable('mail_outbox')
    .set({ next_at: nowMs + restMs })
    .where('state', '=', 'queued')
    .where('next_at', '<=', nowMs)
    .execute()
