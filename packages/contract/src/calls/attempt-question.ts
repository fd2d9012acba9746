import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { attemptAt, attemptState } from '../entities/attempt-state.ts'
import { sequence } from './writer.ts'

/**
 * Hands in the answer to a question, as stored on the server, to be checked during the exam. It counts once per request id. The
 * reply is the state of the question; without an attempt left, nothing counts and the reply is the same. `sequence` is the save
 * of that answer that the browser knows: if the server lacks it, nothing is checked.
 */
export const attemptQuestion = defineCall({
  name: 'attemptQuestion',
  summary: 'Check the answer to a question',
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
