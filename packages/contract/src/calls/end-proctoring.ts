import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import { proctoringEnd, proctoringSessionId, watchedExam } from '../entities/proctoring.ts'

/**
 * Ends a proctored session of the caller's own, finished or lost; `ended` is false if it had not begun, or was over. A session whose
 * exam is complete isn't lost any more: it is finished, however its end is told.
 */
export const endProctoring = defineCall({
  name: 'endProctoring',
  summary: 'End a proctored session',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'proctor/api/session/end',
  access: 'signed-in',
  body: z.object({
    proctoringSessionID: proctoringSessionId,
    what: proctoringEnd,
    /** Of a loss: what the page saw of it. */
    reason: z.optional(text(300)),
    requestId,
  }),
  reply: z.object({
    ended: z.boolean(),
    /** How the exam stands that it watched over: what a page says of it, it says by this. */
    exam: z.optional(watchedExam),
    examGuid: z.optional(guid),
  }),
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})
