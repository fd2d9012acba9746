import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { requestId, text } from '../entities/fields.ts'
import { proctoringEnd, proctoringSessionId } from '../entities/proctoring.ts'

/** Ends a proctored session of the caller's own, finished or lost; `ended` is false where it had not begun, or was over. */
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
  reply: z.object({ ended: z.boolean() }),
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})
