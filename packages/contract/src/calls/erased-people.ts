import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/** Most people whom a browser asks after at once: those that have signed in there, of whom something is kept. */
export const mostAskedAfter = 100

/**
 * Which of these people were erased, so that a browser lets go of what it keeps of them. Who is erased can't sign in, so nobody has to: it
 * tells of those alone whose guid is known already.
 */
export const erasedPeople = defineCall({
  name: 'erasedPeople',
  summary: 'Which of these people were erased',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/api/erased-people',
  access: 'anyone',
  body: z.object({ userGuids: z.array(guid).check(z.maxLength(mostAskedAfter)) }),
  reply: z.object({ erased: z.array(guid) }),
  refusals: [],
})
