import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { formRunState } from '../entities/dash.ts'
import { guid, requestId } from '../entities/fields.ts'

/**
 * Begins a rest break of the learner's own exam: its time stands still, and nothing of it is given out, until they resume (`resumeSitting`, with the
 * number of `resumeOffer`), or nothing is left of their allowance. If one is being had already, it continues. CANNOT_CHANGE_TIME: nothing is left of the
 * allowance or of the time, or an invigilator has paused the exam. The same `requestId` again begins no other.
 */
export const restBreak = defineCall({
  name: 'restBreak',
  summary: 'Begin a rest break',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/view/restbreak',
  access: 'signed-in',
  body: z.object({ formRunGuid: guid, requestId }),
  reply: formRunState,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_CHANGE_TIME', 'CANNOT_SAVE'],
})
