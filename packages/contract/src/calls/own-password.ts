import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { passwordFindings, publicPasswordPolicy } from '../entities/password-policy.ts'

/** What a new password of the caller's own has to be. Ours. */
export const ownPassword = defineCall({
  name: 'ownPassword',
  summary: 'What one’s own new password has to be',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'security/password/own',
  access: 'signed-in',
  reply: z.object({ username: z.string(), passwordPolicy: publicPasswordPolicy }),
  refusals: [],
})

/**
 * Changes the caller's own password, by the present one, and ends their other sign-ins. `isWrong`: the present one isn't `current`;
 * `reasons`: why the new one is refused. The same again, after a reply that got lost, is answered as changed. Ours.
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
