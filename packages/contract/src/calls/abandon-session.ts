import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing, text } from '../entities/fields.ts'

/**
 * Gives up a session that another sign-in has taken over (spec 1 §4). Answered without a valid token too, because the session
 * that is given up has none any more; then it does nothing.
 */
export const abandonSession = defineCall({
  name: 'abandonSession',
  summary: 'Give up a session after a double login',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/api/Session/abandon',
  access: 'anyone',
  query: z.object({ userGUID: guid, reason: text(100) }),
  reply: nothing,
  refusals: [],
})
