import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId } from '../entities/fields.ts'
import { proctoringSessionId } from '../entities/proctoring.ts'

/**
 * Begins the proctored session of this sign-in: with the browser extension, the session whose ticket signed in; with the
 * integrity monitor, the session whose script was requested, after its service confirms that it runs. A repeated call changes
 * nothing. A complete exam gets no session.
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
    /** From the address that the learner used; an exam other than that of the session is refused. */
    examGuid: z.optional(guid),
    requestId,
  }),
  reply: z.object({ proctoringSessionID: proctoringSessionId, provider: z.string(), examGuid: guid }),
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'PROCTORING_UNAVAILABLE', 'CANNOT_SAVE'],
})
