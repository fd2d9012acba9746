import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { attemptNumber } from '../entities/course.ts'
import { courseAttempt } from '../entities/schedule.ts'

/** Testing only: sets a course or one SCO of it back to not started. Refused unless the server's configuration allows it. */
export const scormReset = defineCall({
  name: 'scormReset',
  summary: 'Reset a course or a SCO (testing)',
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'lms/api/scorm/reset',
  access: 'signed-in',
  /** One of the two: a course attempt's `ID`, or a SCO attempt's `attemptId`. */
  body: z.object({ courseAttemptId: z.optional(attemptNumber), scoAttemptId: z.optional(attemptNumber) }),
  reply: z.object({ courseData: courseAttempt }),
  refusals: ['NOT_FOUND'],
})
