import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, seconds, text } from '../entities/fields.ts'
import { changedFormRuns } from '../entities/invigilation.ts'

/**
 * Opens a completed form run again, with the reason: its learner continues where they stood, with the time that was left then and with
 * what is given, in seconds.
 */
export const reopenFormRun = defineCall({
  name: 'reopenFormRun',
  summary: 'Open a completed form run again',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/formrun/reopen',
  access: { permission: 'sittings.reopen', scope: ['formRunGuid'] },
  body: z.object({
    formRunGuid: guid,
    reason: text(2000).check(z.minLength(1)),
    seconds: z.optional(seconds),
    requestId,
  }),
  reply: changedFormRuns,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_CHANGE_TIME', 'CANNOT_SAVE'],
})
