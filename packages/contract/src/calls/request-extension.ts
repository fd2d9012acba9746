import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { extensionStatus } from '../entities/dash.ts'
import { guid, requestId } from '../entities/fields.ts'

/** Asks the invigilators for an extension of the learner's own exam; asking twice asks once. */
export const requestExtension = defineCall({
  name: 'requestExtension',
  summary: 'Request an extension',
  source: 'spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/view/requestextendablealert',
  access: 'signed-in',
  body: z.object({
    orgID: z.number().check(z.int()),
    formRunGuid: guid,
    /** Ours: takes the request back. */
    withdraw: z.optional(z.boolean()),
    /** Ours: the page calls `resumeSitting` once its learner has read a grant, so the time may stand until then. */
    resumes: z.optional(z.boolean()),
    requestId,
  }),
  reply: z.object({ status: extensionStatus }),
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_CHANGE_TIME', 'CANNOT_SAVE'],
})
