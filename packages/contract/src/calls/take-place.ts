import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, seconds } from '../entities/fields.ts'

/** What was used of the time, in the order in which it was. */
export const usedTimes = z.array(z.object({ partId: z.optional(guid), seconds })).check(z.maxLength(1000))

/**
 * Says that a form run takes the place of one of the same schedule that the server doesn't know any more, because its database was set
 * back to before that one was started. `used` is what was used of it, in the order in which it was: by the browser's word, and
 * taken out of the time. The browser saves the answers that it has of it as its own. Once more changes nothing.
 */
export const takePlace = defineCall({
  name: 'takePlace',
  summary: 'Continue a lost form run in a new one',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/takeplace',
  access: 'signed-in',
  body: z.object({
    formRunGuid: guid,
    /** The form run that was lost. */
    from: guid,
    /** The generation of the database that knew it. */
    generation: guid,
    answers: z.int().check(z.nonnegative()),
    used: usedTimes,
  }),
  reply: z.object({ takesPlace: z.boolean() }),
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_SAVE'],
})
