import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { requestId, text } from '../entities/fields.ts'
import { passwordFindings } from '../entities/password-policy.ts'

/**
 * Sets a new password and ends the person's sessions. Code 0: it is set; 1: the password is refused, for these reasons; 3: the token is
 * invalid. */
export const passwordReset = defineCall({
  name: 'passwordReset',
  summary: 'Set or reset a password',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'api',
  path: 'security/password/reset',
  access: 'anyone',
  largestBodyBytes: 64 * 1024,
  body: z.object({ password: text(20_000), token: text(500), requestId }),
  reply: z.object({ resultCode: z.number(), reasons: z.optional(z.array(z.enum(passwordFindings))) }),
  refusals: [],
})
