import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing } from '../entities/fields.ts'

/** Ends the session of the caller: its tokens stop working. */
export const logout = defineCall({
  name: 'logout',
  summary: 'Sign out',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/api/Session/logout',
  access: 'signed-in',
  beforeMfa: true,
  query: z.object({ userGUID: guid }),
  reply: nothing,
  refusals: [],
})
