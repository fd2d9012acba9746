import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'

/** Texts of the message catalogue, in the order of the ids asked for; an id without a text is left out. */
export const messages = defineCall({
  name: 'messages',
  summary: 'Texts of the message catalogue',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'api',
  path: 'messages/api/Messages/list',
  access: 'anyone',
  largestBodyBytes: 256 * 1024,
  body: z.object({
    iDs: z.array(text(100)).check(z.maxLength(2000)),
    orgID: queryNumber,
    userGUID: z.optional(guid),
    langID: queryNumber,
  }),
  reply: z.array(z.object({ id: z.string(), text: z.string() })),
  refusals: [],
})
