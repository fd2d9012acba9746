import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/** The server's time: `time` in ISO 8601 (UTC), `formattedDate` in the long format of spec 2 §2. */
export const time = defineCall({
  name: 'time',
  summary: "The server's time",
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/time',
  access: 'signed-in',
  query: z.object({ userGuid: guid }),
  reply: z.object({ time: z.string(), formattedDate: z.string() }),
  refusals: [],
})
