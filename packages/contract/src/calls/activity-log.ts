import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing, requestId, shallow, text } from '../entities/fields.ts'

/** Keeps activities of a form run as they come; an id that the server has is not kept twice. */
export const activityLog = defineCall({
  name: 'activityLog',
  summary: 'Save the activity log',
  source: 'spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/activitylog/:formRunGuid',
  access: 'signed-in',
  params: z.object({ formRunGuid: guid }),
  largestBodyBytes: 4 * 1024 * 1024,
  body: z.object({
    formRunGuid: guid,
    activities: z
      .array(
        z.object({ id: text(64).check(z.minLength(1)), type: z.number().check(z.int()), value: z.unknown().check(shallow) }),
      )
      .check(z.maxLength(5000)),
    requestId,
  }),
  reply: nothing,
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})
