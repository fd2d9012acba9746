import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId } from '../entities/fields.ts'
import { proctoringSessionId } from '../entities/proctoring.ts'

/**
 * Begins the proctored session that this sign-in represents: with the browser-extension provider the one whose ticket signed in, with
 * the integrity monitor the one whose script was asked for, once its service says that it runs. Beginning twice is beginning once;
 * none begins for an exam that is complete.
 */
export const beginProctoring = defineCall({
  name: 'beginProctoring',
  summary: 'Begin a proctored session',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'proctor/api/session/begin',
  access: 'signed-in',
  body: z.object({
    /** Of the address that the learner came by; another exam than the session's is refused. */
    examGuid: z.optional(guid),
    requestId,
  }),
  reply: z.object({ proctoringSessionID: proctoringSessionId, provider: z.string(), examGuid: guid }),
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'PROCTORING_UNAVAILABLE', 'CANNOT_SAVE'],
})
