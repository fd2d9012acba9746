import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/** An administrator of the whole organisation makes a login token for a learner of it: for one sign-in, for a while. */
export const studentLogin = defineCall({
  name: 'studentLogin',
  summary: 'Make a login token for a learner',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'api',
  path: 'security/Token/StudentLogin',
  access: { permission: 'player.admin', scope: 'organisation' },
  body: z.object({ userID: z.number().check(z.int()) }),
  reply: z.object({
    loginToken: z.string(),
    /** The sign-in page of the organisation with the token in it. */
    loginAddress: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})
