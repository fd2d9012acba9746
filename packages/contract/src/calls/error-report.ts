import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { nothing, text } from '../entities/fields.ts'

/** Reports an error of the player; taken from anyone, because errors happen before the sign-in too. */
export const errorReport = defineCall({
  name: 'errorReport',
  summary: 'Report an error of the player',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'api',
  path: 'error/api/Error',
  access: 'anyone',
  body: z.object({
    orgID: z.optional(z.nullable(z.number())),
    userID: z.optional(z.nullable(z.number())),
    languageId: z.optional(z.nullable(z.number())),
    errorMessage: text(10_000),
    stackTrace: z.optional(text(50_000)),
    info: z.optional(text(50_000)),
    siteId: z.optional(z.nullable(z.number())),
    centreId: z.optional(z.nullable(z.number())),
    app: z.optional(text(200)),
    browser: z.optional(text(1000)),
  }),
  reply: nothing,
  refusals: [],
})
