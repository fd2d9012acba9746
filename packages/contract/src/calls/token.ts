import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { requestId, text } from '../entities/fields.ts'
import { loginResponse } from '../entities/login-response.ts'

const form = {
  client_id: text(200),
  client_secret: z._default(text(200), ''),
}

/** Signs in with the password grant, trades a refresh token for new tokens (spec 1 §3, §7), or enters a launch address (decision 94). */
export const token = defineCall({
  name: 'token',
  summary: 'Sign in, or refresh the tokens',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'authentication',
  path: 'token',
  access: 'anyone',
  encoding: 'form',
  largestBodyBytes: 64 * 1024,
  body: z.discriminatedUnion('grant_type', [
    z.object({
      ...form,
      grant_type: z.literal('password'),
      username: text(1000).check(z.minLength(1)),
      password: text(20_000).check(z.minLength(1)),
      orgId: z.coerce.number<number | string>().check(z.int()),
      /** CSS size, physical size and pixel ratio as text. */
      screenRes: z.optional(text(200)),
      userAgent: z.optional(text(1000)),
      /** From `/login/{loginToken}`: where an organisation asks for one, an administrator has made it (spec 1 §5). */
      loginToken: z.optional(text(500)),
      /** Ours: a sign-in whose reply was lost may be sent again with it for two minutes, though its login token is used up. */
      requestId,
      /**
       * Ours: the tokens are for a launch address (spec 1 §1) and open nothing but a session there, once, within five minutes. Who
       * makes launch addresses asks for them so.
       */
      forLaunch: z.optional(z.literal('true')),
      /** From `mfaRemember`: a device that passed the second step before passes it again without being asked. */
      mfaDeviceToken: z.optional(text(500)),
      /** Of a sign-in that the proctoring provider launches (spec 1 §3). */
      noNewSession: z.optional(z.enum(['true', 'false'])),
      redirectedViaProctorio: z.optional(z.enum(['true', 'false'])),
    }),
    z.object({ ...form, grant_type: z.literal('refresh_token'), refresh_token: text(1000).check(z.minLength(1)) }),
    /** Ours: a page enters what its launch address carries, for a session that the address knows nothing of. */
    z.object({
      ...form,
      grant_type: z.literal('launch'),
      refresh_token: text(1000).check(z.minLength(1)),
      requestId: z.uuid(),
    }),
  ]),
  reply: loginResponse,
  refusals: [
    'WRONG_CREDENTIALS',
    'WRONG_CLIENT',
    'ACCOUNT_SUSPENDED',
    'INVALID_LOGIN_TOKEN',
    'INVALID_REFRESH_TOKEN',
    'DOUBLE_LOGIN',
  ],
})
