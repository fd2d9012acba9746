import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { seconds } from '../entities/fields.ts'
import { changedFormRuns, dashTarget, namesOneTarget } from '../entities/invigilation.ts'

/** Adds time, in seconds, to the exam of one learner or of all, as often as needed. */
export const addTime = defineCall({
  name: 'addTime',
  summary: 'Add time',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/formrun/addtime',
  access: { permission: 'sittings.extend', scope: ['formRunGuid', 'examGuid'] },
  body: z.object({ ...dashTarget, seconds: seconds.check(z.positive()) }).check(namesOneTarget),
  reply: changedFormRuns,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_CHANGE_TIME', 'CANNOT_SAVE'],
})
