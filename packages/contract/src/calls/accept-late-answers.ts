import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { changedFormRuns, dashTarget, namesOneTarget } from '../entities/invigilation.ts'

/**
 * Accepts answers and files that arrived too late, for one form run or a whole exam: for each question the newest answer, if
 * the network was away and not the learner late. With `waiting`, only those that wait for a decision because they may have been
 * given in time. A completed form run is marked again, even if its marks were shown before.
 */
export const acceptLateAnswers = defineCall({
  name: 'acceptLateAnswers',
  summary: 'Accept late answers',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/formrun/acceptlate',
  access: { permission: 'sittings.accept-late', scope: ['formRunGuid', 'examGuid'] },
  body: z.object({ ...dashTarget, waiting: z.optional(z.boolean()) }).check(namesOneTarget),
  /** The number of questions with another answer, the number of accepted files, if any, and the form runs that changed. */
  reply: z.extend(changedFormRuns, { accepted: z.number(), files: z.optional(z.number()) }),
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})
