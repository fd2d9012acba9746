import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'

/**
 * Lets a scheduled exam, or those of all of an exam that are not completed, be sat without what watches over it or holds its browser, with
 * the reason: on the day on which that fails. It holds for good.
 */
export const waiveSupervision = defineCall({
  name: 'waiveSupervision',
  summary: 'Waive the supervision of an exam',
  source: 'ours: proctored exams',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/schedule/waive',
  access: { permission: 'sittings.waive', scope: ['scheduleGuid'] },
  body: z
    .object({
      scheduleGuid: z.optional(guid),
      examGuid: z.optional(guid),
      reason: text(2000).check(z.minLength(1)),
    })
    .check(
      z.refine(({ scheduleGuid, examGuid }) => (scheduleGuid === undefined) !== (examGuid === undefined), {
        message: 'names either a schedule or an exam',
      }),
    ),
  /** The schedules that it holds for from now on. */
  reply: z.object({ changed: z.array(guid) }),
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})
