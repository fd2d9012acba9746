import { type MailCounts, type MailRow, officeMails } from '@sitwell/contract'
import { type Kysely, sql } from 'kysely'
import type { MailOutboxTable, PersonTable, Schema } from '../db/schema.ts'
import { route } from '../http/service.ts'
import { hasEach } from '../office/places/has-each.ts'
import { cutPage, readPage, searchedWords } from '../office/places/list-page.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { findDelivery, noDeliveryHere } from './find-delivery.ts'
import { isReleaseMailed } from './release-mails.ts'

type Context = Pick<SecurityContext, 'clock' | 'config' | 'database' | 'keys'>

const iso = (ms: number) => new Date(ms).toISOString()

type Row = Omit<MailOutboxTable, 'claim' | 'org_id'> &
  Pick<PersonTable, 'first_name' | 'last_name' | 'user_id' | 'username'> & { readonly place: string; readonly id: string }

const shownRow = (row: Row): MailRow => ({
  ...{ userID: row.user_id, username: row.username, firstName: row.first_name, lastName: row.last_name },
  ...{ set: row.set_number, state: row.state, tries: row.tries, queuedAt: iso(row.queued_at) },
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.state === 'queued' && { nextAt: iso(row.next_at) }),
  ...(row.sent_at !== null && { sentAt: iso(row.sent_at) }),
  ...(row.answer !== null && { answer: row.answer }),
})

/** How many mails of a delivery, or of one of its sets, are in each state; and the sets that have any, the newest first. */
const countMails = async (
  kysely: Kysely<Schema>,
  { orgId, deliveryId, set }: { readonly orgId: number; readonly deliveryId: string; readonly set: number | undefined },
): Promise<{ readonly counts: MailCounts; readonly sets: number[] }> => {
  const rows = await kysely
    .selectFrom('mail_outbox')
    .innerJoin('person', (on) =>
      on.onRef('person.org_id', '=', 'mail_outbox.org_id').onRef('person.user_guid', '=', 'mail_outbox.user_guid'),
    )
    .select(({ fn }) => ['mail_outbox.state', 'mail_outbox.set_number', fn.countAll<number>().as('count')])
    .where('mail_outbox.org_id', '=', orgId)
    .where('mail_outbox.delivery_id', '=', deliveryId)
    .groupBy(['mail_outbox.state', 'mail_outbox.set_number'])
    .execute()
  const counts: MailCounts = { queued: 0, sending: 0, sent: 0, failed: 0, undeliverable: 0, stopped: 0 }
  for (const { state, set_number, count } of rows) if (set === undefined || set_number === set) counts[state] += Number(count)
  return { counts, sets: [...new Set(rows.map(({ set_number }) => set_number))].sort((one, other) => other - one) }
}

/** What did not get through first, then what waits, what was stopped, and what was sent; in each of them by name. */
const place = sql`(case when state in ('failed', 'undeliverable') then '0' when state in ('queued', 'sending') then '1'
  when state = 'stopped' then '2' else '3' end || ' ' || coalesce(person.search_name, ''))`
const id = sql`(mail_outbox.user_guid || '/' || mail_outbox.set_number)`

/** A page of the mails of a delivery. */
export const officeMailsRoute = (context: Context) =>
  route(officeMails, async ({ caller, query }) => {
    const { database, config, keys, clock } = context
    const { kysely, dialect } = database
    const { orgId } = caller
    const { deliveryID: deliveryId, state, set } = query
    const nowMs = clock.nowMs()
    const delivery = await findDelivery(database, caller, { deliveryId, permission: 'results.read', nowMs })
    if (!delivery) return noDeliveryHere
    const words = searchedWords(query.search)
    const list = ['mails', { orgId, deliveryId, words, state, set }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const chosen = sql`from mail_outbox
      join person on person.org_id = mail_outbox.org_id and person.user_guid = mail_outbox.user_guid
      where mail_outbox.org_id = ${orgId} and delivery_id = ${deliveryId} and ${state === undefined ? sql`1 = 1` : sql`state = ${state}`}
        and ${set === undefined ? sql`1 = 1` : sql`set_number = ${set}`}
        and ${hasEach(dialect, 'person.search_name', words)}`
    const from = behind ? sql`and (${place}, ${id}) > (${behind.value}, ${behind.id})` : sql``
    const { rows: found } =
      await sql<Row>`select mail_outbox.delivery_id, set_number, mail_outbox.user_guid, state, reason, tries,
        next_at, answer, queued_at, sent_at, changed_at, person.user_id, person.username, person.first_name, person.last_name,
        ${place} as place, ${id} as id
      ${chosen} ${from} order by ${place}, ${id} limit ${limit + 1}`.execute(kysely)
    const total = behind ? undefined : await sql<{ n: number }>`select count(*) as n ${chosen}`.execute(kysely)
    const { rows, next } = cutPage(keys, list, found, { limit, positionOf: (row) => ({ value: row.place, id: row.id }) })
    const first = total?.rows[0]
    return {
      ok: true,
      value: {
        ...{ deliveryName: delivery.name, mails: rows.map(shownRow) },
        ...(await countMails(kysely, { orgId, deliveryId, set })),
        mayRetry: delivery.may('results.release'),
        ...{ hasMailServer: config.smtpUrl !== undefined, isOn: await isReleaseMailed(context, orgId) },
        ...next,
        ...(first && { total: Number(first.n) }),
        asOf: iso(nowMs),
      },
    }
  })
