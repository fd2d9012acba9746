import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { attemptNumber, pageLanguage, scoOpening } from '../entities/course.ts'
import { guid } from '../entities/fields.ts'
import { courseAttempt } from '../entities/schedule.ts'

/**
 * Launches an assignable unit of a cmi5 course: `address` is its page with all parameters of the standard, and works once. An
 * open launch of the course is abandoned. A unit that is already satisfied is launched in review.
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
    /** To look around: the result does not count. */
    browse: z._default(z.boolean(), false),
    /** The `lang` of the page: for a learner without a language preference in the unit. */
    language: z._default(pageLanguage, 'en'),
  }),
  reply: z.object({
    courseAttempt,
    launch: z.object({
      address: z.string(),
      /** A unit may request a separate window; one on another server must have one. */
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
