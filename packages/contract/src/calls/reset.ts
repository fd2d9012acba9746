import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing, queryNumber } from '../entities/fields.ts'

/** Testing only: sets a schedule back to not commenced. Refused unless the server's configuration allows it. */
export const reset = defineCall({
  name: 'reset',
  summary: 'Reset a schedule (testing)',
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/reset',
  access: 'signed-in',
  query: z.object({
    userGuid: guid,
    scheduleGuid: guid,
    scheduleType: queryNumber,
    /** The two documents spell the last one differently; either is read. */
    examGuid: guid,
    examObjectTypeGuid: z.optional(guid),
    examTypeGuid: z.optional(guid),
  }),
  reply: nothing,
  refusals: ['NOT_FOUND'],
})
