import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { formRunState } from '../entities/dash.ts'
import { guid, requestId, seconds } from '../entities/fields.ts'

/**
 * Says that the learner's browser had lost its connection and let the exam stand still, and answers how the form run stands then. One report is
 * one lost connection: it is believed within one silence, in which the server heard nothing of the form run. For organisations that pause an
 * exam whose connection is lost.
 */
export const reportAbsence = defineCall({
  name: 'reportAbsence',
  summary: 'Report a lost connection',
  source: 'spec 3 §4',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/view/absence',
  access: 'signed-in',
  body: z.object({
    formRunGuid: guid,
    absentTime: seconds,
    /** Seconds since it was over: of one that could not be told at once. Absent, it was over just now. */
    endedAgo: z.optional(seconds),
    requestId,
  }),
  reply: formRunState,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_CHANGE_TIME', 'CANNOT_SAVE'],
})
