import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { organisationSetting } from '../security/organisation/organisation-setting.ts'

export const mailsSetting = 'MailReleasedResults'

/**
 * Whether people get a mail when their result is released: as the organisation has set it (`on`, `off`), and otherwise if the server has a mail server. Without one,
 * mails are written into a folder, which nobody may look into.
 */
export const isReleaseMailed = async (
  { database, config }: { readonly database: Database; readonly config: Pick<Config, 'smtpUrl'> },
  orgId: number,
): Promise<boolean> => {
  const set = (await organisationSetting(database, orgId, mailsSetting))?.trim().toLowerCase()
  return set === 'on' || set === 'off' ? set === 'on' : config.smtpUrl !== undefined
}

/** Rows of one statement: both databases take a limited number of values. */
const rowsAtOnce = 500

interface SetOfDelivery {
  readonly orgId: number
  readonly deliveryId: string
  /** Number of the result set. */
  readonly set: number
}

/**
 * Queues the mail to each of these people (guids) that their result is there. Call it in the transaction that releases it. One who has this mail already, in whatever
 * state, gets no second one, unless it was stopped before it was sent. Mails of older sets of the delivery that still wait for the same people are stopped.
 */
export const queueReleaseMails = async (
  kysely: Kysely<Schema>,
  {
    orgId,
    deliveryId,
    set,
    userGuids,
    nowMs,
  }: SetOfDelivery & { readonly userGuids: readonly string[]; readonly nowMs: number },
): Promise<void> => {
  const guids = [...new Set(userGuids)]
  for (let from = 0; from < guids.length; from += rowsAtOnce) {
    const some = guids.slice(from, from + rowsAtOnce)
    await stop(kysely, { orgId, deliveryId, userGuids: some, reason: 'replaced', nowMs, before: set })
    const fresh = { state: 'queued', reason: null, next_at: nowMs, queued_at: nowMs, changed_at: nowMs } as const
    const key = { org_id: orgId, delivery_id: deliveryId, set_number: set }
    const rest = { tries: 0, claim: null, answer: null, sent_at: null }
    // One that was being sent as it was stopped has `sent_at` if it went out.
    await kysely
      .insertInto('mail_outbox')
      .values(some.map((user_guid) => ({ ...key, user_guid, ...fresh, ...rest })))
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'delivery_id', 'set_number', 'user_guid'])
          .doUpdateSet({ ...fresh, tries: 0 })
          .where('mail_outbox.state', '=', 'stopped'),
      )
      .execute()
  }
}

interface Stopping {
  readonly orgId: number
  readonly deliveryId: string
  /** Sets with a lower number alone. */
  readonly before?: number
  readonly set?: number | undefined
  /** These people alone. */
  readonly userGuids?: readonly string[] | undefined
  readonly reason: 'withdrawn' | 'withheld' | 'replaced'
  readonly nowMs: number
}

const stop = async (kysely: Kysely<Schema>, { orgId, deliveryId, before, set, userGuids, reason, nowMs }: Stopping) => {
  let query = kysely
    .updateTable('mail_outbox')
    .set({ state: 'stopped', reason, changed_at: nowMs })
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where('state', 'not in', ['sent', 'stopped'])
  if (before !== undefined) query = query.where('set_number', '<', before)
  if (set !== undefined) query = query.where('set_number', '=', set)
  if (userGuids !== undefined) query = query.where('user_guid', 'in', userGuids)
  await query.execute()
}

/**
 * Stops what was not sent yet: of all people of the delivery, or of some (guids), in all its sets or in one. Call it in the transaction that withdraws the release, or withholds
 * the result of somebody. A mail that is with the mail server at this moment is not called back.
 */
export const stopReleaseMails = async (
  kysely: Kysely<Schema>,
  stopping: Omit<Stopping, 'before' | 'reason'> & { readonly reason: 'withdrawn' | 'withheld' },
): Promise<void> => {
  const { userGuids } = stopping
  if (userGuids === undefined) return stop(kysely, stopping)
  for (let from = 0; from < userGuids.length; from += rowsAtOnce)
    await stop(kysely, { ...stopping, userGuids: userGuids.slice(from, from + rowsAtOnce) })
}
