import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { dashFormRun } from '../entities/invigilation.ts'

/** Every learner of the organisation who is scheduled for an exam, or for one schedule, with their status. */
export const dashFormRuns = defineCall({
  name: 'dashFormRuns',
  summary: 'List learners with their status',
  source: 'spec 3 §1',
  method: 'GET',
  base: 'api',
  path: 'dashboard/api/view/dashformruns',
  access: { permission: 'sittings.read', scope: ['examGuid', 'scheduleGuid'] },
  query: z.object({ examGuid: z.optional(guid), scheduleGuid: z.optional(guid) }),
  reply: z.array(dashFormRun),
  refusals: [],
})
