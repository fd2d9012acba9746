import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, seconds } from '../entities/fields.ts'
import { changedFormRuns } from '../entities/invigilation.ts'

/** Answers a learner's request with a number of additional seconds; 0 declines it. A form run is extended once. */
export const decideExtension = defineCall({
  name: 'decideExtension',
  summary: 'Grant or decline an extension',
  source: 'spec 3 §6',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/formrun/extend',
  access: { permission: 'sittings.extend', scope: ['formRunGuid'] },
  body: z.object({ formRunGuid: guid, extendable: seconds, requestId }),
  reply: changedFormRuns,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_CHANGE_TIME', 'CANNOT_SAVE'],
})
