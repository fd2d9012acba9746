import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber } from '../entities/fields.ts'
import { schedule } from '../entities/schedule.ts'

/** The assessments scheduled for the learner. */
export const schedules = defineCall({
  name: 'schedules',
  summary: "The learner's assessments",
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/schedules',
  access: 'signed-in',
  query: z.object({ userGuid: guid, proctoringMode: z.optional(queryNumber) }),
  reply: z.array(schedule),
  refusals: [],
})
