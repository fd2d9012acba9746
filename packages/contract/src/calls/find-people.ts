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
 * Looks for learners of the caller's organisation by words of their names or usernames, all of which a person must have; without
 * words it begins at the front of the list. Names stand in a body, so that no log of addresses has them. Ours.
 */
export const findPeople = defineCall({
  name: 'findPeople',
  summary: 'Look for learners to sign in as',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/api/People/find',
  access: { permission: 'player.sign-in-as', scope: 'organisation' },
  body: z.object({ search: z.string().check(z.maxLength(200)) }),
  reply: z.object({ people: z.array(foundPerson), isMore: z.boolean() }),
  refusals: [],
})
