import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/** Somebody whom an administrator may sign in as. */
const foundPerson = z.object({
  userID: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  /** The account can't be used, by anybody. */
  suspended: z.boolean(),
})

/**
 * Finds learners of the caller's organisation by words in their names or usernames; all words must match. Without words the
 * list starts at its beginning. Names are in the body, which keeps them out of logs of addresses. Ours.
 */
export const findPeople = defineCall({
  name: 'findPeople',
  summary: 'Find learners to sign in as',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/api/People/find',
  access: { permission: 'player.sign-in-as', scope: 'organisation' },
  body: z.object({ search: z.string().check(z.maxLength(200)) }),
  reply: z.object({ people: z.array(foundPerson), isMore: z.boolean() }),
  refusals: [],
})
