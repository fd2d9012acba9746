import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { courseAttempt } from '../entities/schedule.ts'

/** How a launch of an assignable unit stands, and its course: the page around it asks, because the unit speaks with the server alone. */
export const cmi5Session = defineCall({
  name: 'cmi5Session',
  summary: 'How an assignable unit stands',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'lms/api/cmi5/session/:sessionGuid',
  access: 'signed-in',
  params: z.object({ sessionGuid: guid }),
  reply: z.object({
    /** `abandoned`: something else of the course was launched after it. */
    state: z.enum(['launched', 'initialized', 'terminated', 'abandoned']),
    courseAttempt,
  }),
  refusals: ['NOT_FOUND'],
})
