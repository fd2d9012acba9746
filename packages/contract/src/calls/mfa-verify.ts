import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber, text } from '../entities/fields.ts'

/**
 * Checks a code of the second step. The reply is the text `true` or `false`, not JSON (spec 1 §5). If no option was set yet,
 * the first correct code sets it. `mfaOption`: 1 email, 2 text message, 3 app.
 */
export const mfaVerify = defineCall({
  name: 'mfaVerify',
  summary: 'Check a code of the second step',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/mfa/verify',
  access: 'signed-in',
  beforeMfa: true,
  replyEncoding: 'text',
  query: z.object({ userID: queryNumber, code: text(200), mfaOption: queryNumber }),
  reply: z.enum(['true', 'false']),
  refusals: [],
})

/** The same with the code in the body, which keeps it out of logs and browser histories. Ours. */
export const postMfaVerify = defineCall({
  name: 'postMfaVerify',
  summary: 'Check a code of the second step, in the body',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/mfa/verify',
  access: 'signed-in',
  beforeMfa: true,
  replyEncoding: 'text',
  body: z.object({ userID: z.int(), code: text(200), mfaOption: z.int() }),
  reply: z.enum(['true', 'false']),
  refusals: [],
})
