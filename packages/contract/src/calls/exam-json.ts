import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { examContent } from '../entities/exam-content.ts'
import { queryNumber } from '../entities/fields.ts'
import { refusalsOfAdmission } from '../refusals.ts'
import { examStartQuery } from './exam-start-query.ts'

/** The exam's content as a learner may see it, with the learner's answers if a form run exists. */
export const examJson = defineCall({
  name: 'examJson',
  summary: "An exam's content",
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/exam/json',
  access: 'signed-in',
  query: z.object({ ...examStartQuery, extraTime: z.optional(queryNumber) }),
  reply: examContent,
  refusals: [...refusalsOfAdmission, 'EXAM_PAUSED', 'PROCTORING_REQUIRED', 'SAFE_EXAM_BROWSER_REQUIRED'],
})
