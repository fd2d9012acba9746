import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { changedFormRuns, dashTarget, namesOneTarget } from '../entities/invigilation.ts'

/** Writes down what happened, in the ledger of one form run or of all of an exam; it changes no time. */
export const noteIncident = defineCall({
  name: 'noteIncident',
  summary: 'Write down an incident',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/formrun/incident',
  access: { permission: 'incidents.write', scope: ['formRunGuid', 'examGuid'] },
  body: z.object({ ...dashTarget, text: text(2000).check(z.minLength(1)) }).check(namesOneTarget),
  reply: changedFormRuns,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_CHANGE_TIME', 'CANNOT_SAVE'],
})
