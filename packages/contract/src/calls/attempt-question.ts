import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { attemptAt, attemptState } from '../entities/attempt-state.ts'
import { sequence } from './writer.ts'

/**
 * Hands in the answer to a question to be checked while the exam continues, as it stands on the server. It counts once, however often it comes with
 * one request id, and answers how the question stands then; where no attempt is left it counts not at all, and answers the same.
 * `sequence` is the save of that answer that the browser knows of: where it hasn't come, nothing is checked.
 */
export const attemptQuestion = defineCall({
  name: 'attemptQuestion',
  summary: 'Has the answer to a question checked',
  source: 'decisions',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/attempt',
  access: 'signed-in',
  body: z.object({ ...attemptAt, requestId: z.uuid(), sequence: z.optional(sequence) }),
  reply: attemptState,
  refusals: [
    'NOT_FOUND',
    'FORM_RUN_COMPLETED',
    'EXAM_PAUSED',
    'PART_SEALED',
    'PART_CLOSED',
    'READING_TIME',
    'TIME_OVER',
    'MISSING_REQUESTS',
    'PROCTORING_REQUIRED',
    'SAFE_EXAM_BROWSER_REQUIRED',
  ],
})
