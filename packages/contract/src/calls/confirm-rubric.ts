import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'

/**
 * Confirms the rubric for this session (spec 2 §2). `confirmed` must contain everything that this person has to confirm; if the
 * organisation requires the date of birth or the identifier, they must match the record. A repeated call changes nothing.
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
