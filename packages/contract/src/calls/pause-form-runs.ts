import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { seconds } from '../entities/fields.ts'
import { changedFormRuns, dashTarget, namesOneTarget } from '../entities/invigilation.ts'

/** Pauses one learner or all of an exam, or lets them continue; their time stands still meanwhile. */
export const pauseFormRuns = defineCall({
  name: 'pauseFormRuns',
  summary: 'Pause or resume',
  source: 'spec 3 §4',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/formrun/pause',
  access: { permission: 'sittings.pause', scope: ['formRunGuid', 'examGuid'] },
  body: z
    .object({
      ...dashTarget,
      paused: z.boolean(),
      /**
       * For how many seconds at most the time stands on after a pause, until the learner resumes: two minutes if it isn't said,
       * and 0 lets it run at once.
       */
      within: z.optional(seconds),
    })
    .check(namesOneTarget),
  reply: changedFormRuns,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_CHANGE_TIME', 'CANNOT_SAVE'],
})
