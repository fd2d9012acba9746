import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber } from '../entities/fields.ts'

/** Mails a code. False if it can't be mailed: no email is known, or the mail server takes none. */
export const mfaSendEmail = defineCall({
  name: 'mfaSendEmail',
  summary: 'Send a code by email',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/mfa/sendemail',
  access: 'signed-in',
  beforeMfa: true,
  query: z.object({ userID: queryNumber }),
  reply: z.object({ email: z.boolean() }),
  refusals: [],
})
