import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/** The most people in one request: those who have signed in on a browser that still stores data of them. */
export const mostAskedAfter = 100

/**
 * The erased people among the given ones, so that a browser deletes their data. No sign-in is needed, because erased people
 * can't sign in. It discloses only people whose guid the caller knows.
 */
export const erasedPeople = defineCall({
  name: 'erasedPeople',
  summary: 'List which of these people were erased',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/api/erased-people',
  access: 'anyone',
  body: z.object({ userGuids: z.array(guid).check(z.maxLength(mostAskedAfter)) }),
  reply: z.object({ erased: z.array(guid) }),
  refusals: [],
})
