import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { passwordFindings, publicPasswordPolicy } from '../entities/password-policy.ts'

/** The requirements for a new password of the caller. Ours. */
export const ownPassword = defineCall({
  name: 'ownPassword',
  summary: 'Show the rules for a new password',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'security/password/own',
  access: 'signed-in',
  reply: z.object({ username: z.string(), passwordPolicy: publicPasswordPolicy }),
  refusals: [],
})

/**
 * Changes the caller's own password, given the present one, and ends their other sign-ins. `isWrong`: `current` isn't the
 * present password; `reasons`: why the new one is refused. A repeated call, after a lost reply, is answered as changed. Ours.
 */
export const changePassword = defineCall({
  name: 'changePassword',
  summary: 'Change one’s own password',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/password/change',
  access: 'signed-in',
  largestBodyBytes: 128 * 1024,
  body: z.object({ current: text(20_000), password: text(20_000) }),
  reply: z.object({
    changed: z.boolean(),
    isWrong: z.optional(z.literal(true)),
    reasons: z.optional(z.array(z.enum(passwordFindings))),
  }),
  refusals: [],
})
