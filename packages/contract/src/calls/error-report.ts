import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { nothing, text } from '../entities/fields.ts'

/** The id of the organisation, the person and so on; stored as an integer, so other values are refused. */
const number = z.optional(z.nullable(z.number().check(z.int())))

/** Reports an error of the player; taken from anyone, because errors happen before the sign-in too. */
export const errorReport = defineCall({
  name: 'errorReport',
  summary: 'Report an error of the player',
  source: 'spec 1 §7',
  method: 'POST',
  base: 'api',
  path: 'error/api/Error',
  access: 'anyone',
  largestBodyBytes: 128 * 1024,
  body: z.object({
    orgID: number,
    userID: number,
    languageId: number,
    errorMessage: text(10_000),
    stackTrace: z.optional(text(50_000)),
    info: z.optional(text(50_000)),
    siteId: number,
    centreId: number,
    app: z.optional(text(200)),
    browser: z.optional(text(1000)),
  }),
  reply: nothing,
  refusals: [],
})
