import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber } from '../entities/fields.ts'
import { courseAttempt, schedule } from '../entities/schedule.ts'

/** The learner's assessments and courses in one call. */
export const work = defineCall({
  name: 'work',
  summary: "The learner's assessments and courses",
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/work',
  access: 'signed-in',
  query: z.object({
    userGuid: guid,
    proctoringMode: z.optional(queryNumber),
    showCompletedCourses: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.object({
    assessments: z.array(schedule),
    courses: z.array(courseAttempt),
    /** They hold a role, and may sign in to the office. */
    isStaff: z.optional(z.boolean()),
  }),
  refusals: [],
})
