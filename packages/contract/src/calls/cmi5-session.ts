import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { pageLanguage, scoOpening } from '../entities/course.ts'
import { guid } from '../entities/fields.ts'
import { courseAttempt } from '../entities/schedule.ts'

/**
 * The state of a launch and of its course. The page around a unit requests it, because the unit itself communicates only with
 * the server.
 */
export const cmi5Session = defineCall({
  name: 'cmi5Session',
  summary: 'Show the state of an assignable unit',
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
    /** The opening of the launch, updated with the unit's results: it replaces the previous one. */
    opening: z.optional(scoOpening),
    /** How many of cmi5's own verbs the unit has said. Fewer than before: the database was set back, and lacks what the opening says. */
    heard: z.optional(z.number()),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * After the database was set back: proves to the server that a unit was launched, with its results, so that its statements are
 * accepted again. NOT_FOUND if the course no longer exists, was set back by staff, or was launched again since.
 */
export const cmi5Restore = defineCall({
  name: 'cmi5Restore',
  summary: 'Continue a launch after a set-back',
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
