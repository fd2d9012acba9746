import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { attemptNumber, pageLanguage, scoOpening } from '../entities/course.ts'
import { guid } from '../entities/fields.ts'
import { courseAttempt } from '../entities/schedule.ts'

/**
 * Launches an assignable unit of a course of cmi5: `address` is its page with all that the standard adds to it, which works once. What
 * of the course was open before is abandoned. A unit that has what it asks for is launched in review.
 */
export const cmi5Launch = defineCall({
  name: 'cmi5Launch',
  summary: 'Launch an assignable unit',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'lms/api/cmi5/launch/:attemptId',
  access: 'signed-in',
  params: z.object({ attemptId: attemptNumber }),
  body: z.object({
    /** To look around: nothing of it counts. */
    browse: z._default(z.boolean(), false),
    /** Of the page, as its `lang` says: for a learner who has not told a unit which one they prefer. */
    language: z._default(pageLanguage, 'en'),
  }),
  reply: z.object({
    courseAttempt,
    launch: z.object({
      address: z.string(),
      /** A unit may want a window of its own, and one on another server has to have one. */
      place: z.enum(['frame', 'window']),
      mode: z.enum(['Normal', 'Browse', 'Review']),
      sessionGuid: guid,
      title: z.string(),
      /** Shows a database that was set back that the unit was launched: `cmi5Restore` takes it. */
      opening: z.optional(scoOpening),
    }),
  }),
  refusals: ['NOT_FOUND', 'SCO_NOT_OPEN'],
})
