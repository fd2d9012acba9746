import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { publicPasswordPolicy } from '../entities/password-policy.ts'

/**
 * Whose password a link sets. Code 0: the token holds; 3: it doesn't, or no more. A reply without a code counts as invalid too
 * (spec 1 §5).
 */
export const setPasswordTokenCheck = defineCall({
  name: 'setPasswordTokenCheck',
  summary: 'Show whose password a link sets',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/password/checktoken/:token',
  access: 'anyone',
  params: z.object({ token: text(500) }),
  reply: z.object({
    resultCode: z.optional(z.number()),
    userFirstName: z.optional(z.string()),
    userLastName: z.optional(z.string()),
    logonID: z.optional(z.string()),
    passwordPolicy: z.optional(publicPasswordPolicy),
  }),
  refusals: [],
})
