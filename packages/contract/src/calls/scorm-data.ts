import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { attemptNumber, courseElement, courseLaunch, scoOpening } from '../entities/course.ts'
import { courseAttempt } from '../entities/schedule.ts'

/**
 * Opens a SCO: what it had set, how it is launched, and `number`, from which the page numbers its saves on: above whoever opened it
 * before. A completed one is opened in review.
 */
export const scormData = defineCall({
  name: 'scormData',
  summary: 'Open a SCO',
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'lms/api/scorm/data/:attemptId',
  access: 'signed-in',
  params: z.object({ attemptId: attemptNumber }),
  reply: z.object({
    attemptData: z.object({
      data: z.array(courseElement),
      number: z.number(),
      /** Of the save that stands: a page that had a higher one acknowledged knows that the database was set back. */
      standing: z.optional(z.number()),
      opening: z.optional(scoOpening),
    }),
    courseAttemptDetails: courseAttempt,
    launch: courseLaunch,
  }),
  refusals: ['NOT_FOUND', 'SCO_NOT_OPEN'],
})
