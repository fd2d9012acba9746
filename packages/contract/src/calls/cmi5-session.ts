import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { pageLanguage, scoOpening } from '../entities/course.ts'
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
    /** As the launch gave it, with what the unit has come to since: it takes that one's place. */
    opening: z.optional(scoOpening),
    /** How many of cmi5's own verbs the unit has said. Fewer than before: the database was set back, and lacks what the opening says. */
    heard: z.optional(z.number()),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * Shows a server whose database was set back that a unit was launched, and what it had come to, so that it continues being heard. Nothing is
 * found where its course is gone, was set back by staff, or was launched again since.
 */
export const cmi5Restore = defineCall({
  name: 'cmi5Restore',
  summary: 'Go on with a launch that the server has forgotten',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'lms/api/cmi5/session/:sessionGuid/restore',
  access: 'signed-in',
  params: z.object({ sessionGuid: guid }),
  body: z.object({ opening: scoOpening, language: z._default(pageLanguage, 'en') }),
  reply: cmi5Session.reply,
  refusals: ['NOT_FOUND'],
})
