import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'

/**
 * Mails a link that resets the password. Codes: 0 success, 1 no email, 2 invalid logon id, 3 invalid token (spec 1 §5). This
 * server returns 0 for every name, which keeps secret who has an account; NOT_ALLOWED if the organisation does not permit
 * requests.
 */
export const forgotPassword = defineCall({
  name: 'forgotPassword',
  summary: 'Ask for a link that resets the password',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'api',
  path: 'security/password/recover',
  access: 'anyone',
  body: z.object({ logonID: text(1000), orgID: z.number().check(z.int()) }),
  reply: z.object({ resultCode: z.number() }),
  refusals: ['NOT_ALLOWED'],
})
