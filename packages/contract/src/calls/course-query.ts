import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { shallow } from '../entities/fields.ts'
import { courseAttempt } from '../entities/schedule.ts'

const anything = z.optional(z.unknown().check(shallow))

/**
 * The learner's courses that match parameters: `GUID`, `ID` or `Course_ID`, as fields of an object or as a list of `{name,
 * value}`. The reply always has whole courses with their SCOs.
 */
export const courseQuery = defineCall({
  name: 'courseQuery',
  summary: "Query the learner's courses",
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'lms/api/course/query',
  access: 'signed-in',
  body: z.object({ parameters: anything, properties: anything, collections: anything, resolvers: anything }),
  reply: z.object({ results: z.array(courseAttempt) }),
  refusals: [],
})
