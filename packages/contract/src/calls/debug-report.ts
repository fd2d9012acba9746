import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing, shallow, text } from '../entities/fields.ts'

/** The actions of a person on this device: the requests that it stored, as far as the report includes them. */
const activity = z.object({
  userGuid: guid,
  requests: z.array(z.looseObject({}).check(shallow)).check(z.maxLength(2000)),
})

/** A bug report: what went wrong, in words, and what was done around that time (spec 3 §3). */
export const debugReport = defineCall({
  name: 'debugReport',
  summary: 'Report a bug',
  source: 'spec 1 §7, spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'error/api/DebugReport',
  access: 'signed-in',
  largestBodyBytes: 4 * 1024 * 1024,
  body: z.object({
    reporterGuid: guid,
    bugDescription: text(20_000).check(z.minLength(1)),
    userActivity: z.array(activity).check(z.maxLength(100)),
    /** Ours: the approximate start and end of what went wrong, ISO 8601. */
    minDt: z.optional(text(40)),
    maxDt: z.optional(text(40)),
  }),
  reply: nothing,
  refusals: [],
})
