import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import { proctoringEnd, proctoringSessionId, watchedExam } from '../entities/proctoring.ts'

/**
 * Ends a proctored session of the caller, finished or lost; `ended` is false if it had not begun, or was over. A session whose
 * exam is complete counts as finished, even if it is reported as lost.
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
    /** For a loss: what the page observed. */
    reason: z.optional(text(300)),
    requestId,
  }),
  reply: z.object({
    ended: z.boolean(),
    /** The state of the supervised exam; the page shows its message by this. */
    exam: z.optional(watchedExam),
    examGuid: z.optional(guid),
  }),
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})
