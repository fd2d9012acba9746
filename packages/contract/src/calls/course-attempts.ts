import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { courseAttempt } from '../entities/schedule.ts'

/** The learner's courses, in the order in which they were given. */
export const courseAttempts = defineCall({
  name: 'courseAttempts',
  summary: "The learner's courses",
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'lms/api/course/attempts',
  access: 'signed-in',
  body: z.object({ userGuid: guid, includeCompleted: z._default(z.boolean(), false) }),
  reply: z.object({ courses: z.array(courseAttempt) }),
  refusals: [],
})
