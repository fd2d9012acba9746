import type { Kysely } from 'kysely'
import { isServedHere } from '../db/moved-organisations.ts'
import type { Schema } from '../db/schema.ts'

const dayMs = 24 * 60 * 60_000

/** How the outbox of a server stands, over all its organisations. */
export interface MailQueueStanding {
  /** Mails that wait, also for their next try. */
  readonly waiting: number
  /** Unix ms: since when the one that waits longest does; undefined if none waits. */
  readonly waitingSinceMs: number | undefined
  /** Mails that were given up within the last day. */
  readonly failed: number
}

export const readMailQueue = async (kysely: Kysely<Schema>, nowMs: number): Promise<MailQueueStanding> => {
  const waiting = await kysely
    .selectFrom('mail_outbox')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('queued_at').as('since')])
    .where('state', 'in', ['queued', 'sending'])
    .where(isServedHere('mail_outbox.org_id'))
    .executeTakeFirst()
  const failed = await kysely
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'failed')
    .where('changed_at', '>', nowMs - dayMs)
    .where(isServedHere('mail_outbox.org_id'))
    .executeTakeFirst()
  const since = waiting?.since ?? null
  return {
    waiting: Number(waiting?.count ?? 0),
    waitingSinceMs: since === null ? undefined : Number(since),
    failed: Number(failed?.count ?? 0),
  }
}
