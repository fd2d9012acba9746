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
  /** The place and program of the sign-in; absent if unknown. */
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
 * Ends sign-ins of the caller immediately, including live connections: the named ones, or all except the current one. Requires
 * the password, because a person at an open page must not be able to sign its owner out. `isWrong`: the password is wrong, and
 * nothing has ended. Ours.
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
