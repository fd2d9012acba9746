import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answerDigest } from '../entities/answer-digest.ts'
import { formRunState } from '../entities/dash.ts'
import { guid, seconds, text } from '../entities/fields.ts'
import { writer } from './writer.ts'

/**
 * Gives the key of a sealed part to the learner who is in it, or comes to it: the request may carry the move, as a save of the time
 * does. It answers how the form run stands then, too. What was waited for the key is taken out of the time, as far as it is in the silence
 * that ends with this request.
 */
export const partKey = defineCall({
  name: 'partKey',
  summary: 'The key of a sealed part',
  source: 'decisions',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/partkey',
  access: 'signed-in',
  largestBodyBytes: 512 * 1024,
  body: z.object({
    formRunGuid: guid,
    partId: guid,
    /** The question that the learner is at; absent if the key is asked for ahead, and nobody has moved. */
    page: z.optional(text(128)),
    completedParts: z.optional(z.array(guid).check(z.maxLength(1000))),
    skippedReading: z.optional(z.array(guid).check(z.maxLength(1000))),
    /**
     * Ours: what the browser holds that the server has acknowledged. If the server lacks some of it, its database was set back: it decides
     * nothing by answers and gives no key, and the browser sends the answers first. Answers to closed parts that come more than three seconds
     * after a later key was given wait for staff, so a browser sends all of them before it asks.
     */
    answers: z.optional(answerDigest),
    /** Stretches in which the exam stood still for want of a key: how long each was, and how long ago it was over. */
    waited: z.optional(z.array(z.object({ seconds, endedAgo: seconds })).check(z.maxLength(50))),
    ...writer,
  }),
  reply: z.object({
    /** 32 bytes in base64url. */
    key: z.string(),
    state: formRunState,
  }),
  refusals: [
    'NOT_FOUND',
    'FORM_RUN_COMPLETED',
    'EXAM_PAUSED',
    'PART_SEALED',
    'PART_CLOSED',
    'MISSING_REQUESTS',
    'CANNOT_SAVE',
    'PROCTORING_REQUIRED',
    'SAFE_EXAM_BROWSER_REQUIRED',
  ],
})
