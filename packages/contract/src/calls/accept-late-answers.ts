import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { changedFormRuns, dashTarget, namesOneTarget } from '../entities/invigilation.ts'

/**
 * Lets the answers count that came too late for a form run, or for all of an exam, of each question the newest: where the network was
 * away, and not the learner late; and the files that did. With `waiting` those alone that wait for it, because they may have been given in time. A completed
 * form run is marked again, also if its mark was told before.
 */
export const acceptLateAnswers = defineCall({
  name: 'acceptLateAnswers',
  summary: 'Let late answers count',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/formrun/acceptlate',
  access: { permission: 'sittings.accept-late', scope: ['formRunGuid', 'examGuid'] },
  body: z.object({ ...dashTarget, waiting: z.optional(z.boolean()) }).check(namesOneTarget),
  /** How many questions have another answer by it, how many files count by it, where any do, and the form runs in which. */
  reply: z.extend(changedFormRuns, { accepted: z.number(), files: z.optional(z.number()) }),
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})
