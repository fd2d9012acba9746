import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'

/**
 * Confirms the rubric for this session (spec 2 §2). Everything that is asked of this person has to be among `confirmed`; where the
 * organisation has the date of birth or the identifier given, they have to be those of the record. Confirming twice is confirming once.
 */
export const confirmRubric = defineCall({
  name: 'confirmRubric',
  summary: 'Confirm the rubric',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'security/api/Session/rubric',
  access: 'signed-in',
  body: z.object({
    userGuid: guid,
    confirmed: z.array(z.enum(['name', 'dob', 'identifier', 'instructions'])).check(z.maxLength(10)),
    /** `YYYY-MM-DD`. */
    dateOfBirth: z.optional(text(40)),
    learnerIdentifier: z.optional(text(200)),
    requestId,
  }),
  reply: z.object({ confirmed: z.literal(true) }),
  refusals: ['RUBRIC_REQUIRED', 'CANNOT_SAVE'],
})
