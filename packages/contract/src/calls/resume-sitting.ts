import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { formRunState } from '../entities/dash.ts'
import { guid, requestId, seconds } from '../entities/fields.ts'

/**
 * The learner is back after a pause that an invigilator has ended, or has read the grant of an extension: their time runs from now on. Where there is no such offer to go
 * on, nothing changes, and the answer says how the exam stands.
 */
export const resumeSitting = defineCall({
  name: 'resumeSitting',
  summary: 'Resume after a pause',
  source: 'spec 3 §4',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/view/resume',
  access: 'signed-in',
  body: z.object({
    formRunGuid: guid,
    /** Number of the offer that the learner takes: one that is told late ends no later pause. */
    offer: z.number().check(z.int(), z.nonnegative()),
    requestId,
    /** This many seconds ago they took it: as far as nothing could be heard of them, their time ran since. */
    takenAgo: z.optional(seconds),
  }),
  reply: formRunState,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_SAVE'],
})
