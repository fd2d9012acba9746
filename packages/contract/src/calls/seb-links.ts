import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/** Where a learner opens an exam in Safe Exam Browser, and leaves the program after it. */
export const sebLinks = defineCall({
  name: 'sebLinks',
  summary: 'The links of an exam that is sat in Safe Exam Browser',
  source: 'ours: proctored exams',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/seb/links',
  access: 'signed-in',
  query: z.object({ userGuid: guid, scheduleGuid: guid }),
  reply: z.object({
    /** Opens the program with the settings of the exam; absent where whoever runs the exam hands them out in another way. */
    openUrl: z.optional(z.string()),
    /** The same settings as a file, to be opened with the program. */
    fileUrl: z.optional(z.string()),
    /** Closes the program; absent if its settings are not the server's. */
    quitUrl: z.optional(z.string()),
  }),
  refusals: ['NOT_FOUND'],
})
