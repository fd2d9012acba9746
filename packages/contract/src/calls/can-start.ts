import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'

/** Whether the learner may start now, with the server's reason where not. */
export const canStart = defineCall({
  name: 'canStart',
  summary: 'Check whether an exam can start',
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/canstart',
  access: 'signed-in',
  query: z.object({
    userGuid: guid,
    scheduleGuid: guid,
    scheduleType: queryNumber,
    examGuid: guid,
    examObjectTypeGuid: guid,
    proctoringMode: z.optional(queryNumber),
    proctoringSessionID: z.optional(text(200)),
  }),
  reply: z.object({
    canStart: z.boolean(),
    message: z.string(),
    /** ISO 8601 (UTC): when the exam opens, or when it closed, if that is the reason. */
    opensAt: z.optional(z.string()),
    closedAt: z.optional(z.string()),
  }),
  refusals: ['NOT_FOUND', 'RUBRIC_REQUIRED', 'SAFE_EXAM_BROWSER_REQUIRED'],
})
