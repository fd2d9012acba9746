import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'

const form = {
  client_id: text(200),
  client_secret: z._default(text(200), ''),
}

/** Signs in with the password grant, or trades a refresh token for new tokens (spec 1 §3, §7). */
export const token = defineCall({
  name: 'token',
  summary: 'Sign in, or refresh the tokens',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'authentication',
  path: 'token',
  access: 'anyone',
  encoding: 'form',
  body: z.discriminatedUnion('grant_type', [
    z.object({
      ...form,
      grant_type: z.literal('password'),
      username: text(200).check(z.minLength(1)),
      password: text(1000).check(z.minLength(1)),
      orgId: z.coerce.number<number | string>().check(z.int()),
      /** CSS size, physical size and pixel ratio as text. */
      screenRes: z.optional(text(200)),
      userAgent: z.optional(text(1000)),
    }),
    z.object({ ...form, grant_type: z.literal('refresh_token'), refresh_token: text(1000).check(z.minLength(1)) }),
  ]),
  reply: z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.optional(z.string()),
    /** Seconds. */
    expires_in: z.optional(z.number()),
    UserLanguageID: z.number(),
    UserID: z.number(),
    UserGUID: z.string(),
    UserFirstName: z.string(),
    UserLastName: z.string(),
    /** `YYYY-MM-DD`, or null where none is known. */
    DOB: z.nullable(z.string()),
    Admin: z.boolean(),
    NINumber: z.nullable(z.string()),
    Email: z.nullable(z.string()),
    MfaRequired: z.boolean(),
    MfaOption: z.number(),
    UserTypeID: z.number(),
  }),
  refusals: ['WRONG_CREDENTIALS', 'ACCOUNT_SUSPENDED', 'INVALID_REFRESH_TOKEN', 'DOUBLE_LOGIN'],
})
