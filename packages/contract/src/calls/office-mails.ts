import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'
import { mailCounts, mailRow, mailStates } from '../entities/office-mails.ts'

/** People whose mails one call sends again. */
export const mostMailsRetried = 100

/**
 * The mails that tell people of a delivery that their results are there, a page at a time: those that did not get through first, then those that wait, those that were
 * stopped, and those that were sent. No mail holds a result. The permission is asked in the organisation, the exam or the delivery.
 */
export const officeMails = defineCall({
  name: 'officeMails',
  summary: 'List the mails about results',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/mails',
  access: { permission: 'results.read', scope: 'places' },
  office: 'named',
  query: z.object({
    deliveryID: guid,
    state: z.optional(z.enum(mailStates)),
    /** The number of a result set: its mails alone. */
    set: z.optional(queryNumber),
    /** Words of which each stands in the name or the user name. */
    search: z.optional(text(200)),
    /** Where a list continues: as an earlier page of it gave it. */
    cursor: z.optional(text(2000)),
    /** Rows of one page: 50, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.object({
    deliveryName: z.string(),
    mails: z.array(mailRow),
    /** Mails of the delivery, or of the set, in each state, whatever is searched for. */
    counts: mailCounts,
    /** Numbers of the sets that have mails, the newest first. */
    sets: z.array(z.number()),
    /** Whether the caller may send mails again. */
    mayRetry: z.boolean(),
    /** Whether the server has a mail server. Without one it writes mails into a folder. */
    hasMailServer: z.boolean(),
    /** Whether a release sends mails, as the organisation has it now. */
    isOn: z.boolean(),
    /** The cursor of the next page; missing on the last one. */
    next: z.optional(z.string()),
    /** How many there are in all that were searched for; on the first page alone. */
    total: z.optional(z.number()),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * Sends mails again that did not get through: of the people who are named, or of all; of one set, if it is named. Those that wait, were sent or were stopped stay as they are, so that the same call
 * once more sends nothing twice. `count`: how many are sent again.
 */
export const officeRetryMails = defineCall({
  name: 'officeRetryMails',
  summary: 'Send mails about results again',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/mails/retry',
  access: { permission: 'results.release', scope: 'places' },
  office: 'named',
  body: z.object({
    deliveryID: guid,
    set: z.optional(z.number().check(z.int(), z.positive())),
    userIDs: z.optional(z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(mostMailsRetried))),
  }),
  reply: z.object({ count: z.number() }),
  refusals: ['NOT_FOUND'],
})
