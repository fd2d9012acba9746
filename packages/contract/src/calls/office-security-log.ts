import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { logEvent } from '../entities/office-security-log.ts'

/** A moment as ISO 8601, with its offset. */
const moment = z.optional(text(40))

/**
 * The organisation's security log, the newest event first, a page at a time. `person`: words of a name, a username or an identifier of whom it concerns or
 * who did it, or the username as it was given. A page looks at a limited stretch of the log: it may have few rows, or none, and still a `next`.
 * INVALID_REQUEST: a moment that is none, or a cursor of another search.
 */
export const officeSecurityLog = defineCall({
  name: 'officeSecurityLog',
  summary: 'Search the security log',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/security-log',
  access: { permission: 'security-log.read', scope: 'organisation' },
  office: 'named',
  query: z.object({
    person: z.optional(text(200)),
    kind: z.optional(text(60)),
    address: z.optional(text(100)),
    from: moment,
    /** Not included. */
    until: moment,
    cursor: z.optional(text(2000)),
    /** Events of one page: 50, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({
    events: z.array(logEvent),
    next: z.optional(z.string()),
    asOf: z.string(),
  }),
  refusals: [],
})
