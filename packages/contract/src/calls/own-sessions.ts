import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'

/** A sign-in of the caller's own. Times are ISO 8601. */
const ownSession = z.object({
  id: guid,
  startedAt: z.string(),
  /** When it was last used, to a quarter of an hour. */
  usedAt: z.string(),
  endedAt: z.optional(z.string()),
  /** It is the one that asks. */
  isThis: z.boolean(),
  /** An administrator opened it in the person's name. */
  byAdministrator: z.boolean(),
  /** Where it came from, and by what; absent if that isn't known. */
  address: z.optional(z.string()),
  browser: z.optional(z.string()),
  system: z.optional(z.string()),
})

/** The caller's sign-ins: the open ones, and those that ended within the last 30 days. Ours. */
export const ownSessions = defineCall({
  name: 'ownSessions',
  summary: 'List one’s own sign-ins',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'security/api/Session/sessions',
  access: 'signed-in',
  reply: z.object({ sessions: z.array(ownSession) }),
  refusals: [],
})

/**
 * Ends sign-ins of the caller's own, at once, live connections too: those that are named, or all but the one that asks. By their password:
 * whoever finds a page open must not shut its owner out. `isWrong`: it isn't, and nothing has ended. Ours.
 */
export const endOwnSessions = defineCall({
  name: 'endOwnSessions',
  summary: 'End one’s own sign-ins',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/api/Session/end',
  access: 'signed-in',
  largestBodyBytes: 64 * 1024,
  body: z.object({ ids: z.union([z.literal('others'), z.array(guid).check(z.maxLength(100))]), password: text(20_000) }),
  reply: z.object({ ended: z.array(guid), isWrong: z.optional(z.literal(true)) }),
  refusals: [],
})
