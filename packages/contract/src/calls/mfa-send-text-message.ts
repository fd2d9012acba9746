import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber } from '../entities/fields.ts'

/** Sends a code to the person's telephone, in the manner of the one by email. */
export const mfaSendTextMessage = defineCall({
  name: 'mfaSendTextMessage',
  summary: 'Send a code by text message',
  source: 'spec 1 §4',
  method: 'GET',
  base: 'api',
  path: 'security/mfa/sendtextmessage',
  access: 'signed-in',
  beforeMfa: true,
  query: z.object({ userID: queryNumber }),
  reply: z.object({ textMessage: z.boolean() }),
  refusals: [],
})
