import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/** Whether the bearer token is a login token that still holds; it isn't used up by the check (spec 1 §7). */
export const loginTokenCheck = defineCall({
  name: 'loginTokenCheck',
  summary: 'Check a login token',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/Token/CheckStudentLogin',
  access: 'anyone',
  reply: z.object({ valid: z.boolean() }),
  refusals: [],
})
