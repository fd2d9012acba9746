import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { attemptNumber, courseElement, scoOpening, sequencingState } from '../entities/course.ts'
import { courseAttempt } from '../entities/schedule.ts'
import { sequence } from './writer.ts'

/**
 * Keeps what a SCO has set: all of it, so that a newer save replaces an older one. Acknowledged once it is on disk. `ends` is said of
 * the last one of an opening: the SCO has terminated, or was left. A save with the guid of an earlier one is answered as that one was
 * taken; with other words it is refused. The statuses of SCO and course are worked out from the data here.
 */
export const scormSave = defineCall({
  name: 'scormSave',
  summary: 'Save the state of a SCO',
  source: 'spec 2 §7',
  method: 'POST',
  base: 'api',
  path: 'lms/api/scorm/save/:attemptId',
  access: 'signed-in',
  params: z.object({ attemptId: attemptNumber }),
  largestBodyBytes: 4 * 1024 * 1024,
  body: z.object({
    data: z.array(courseElement).check(z.maxLength(20_000)),
    number: sequence,
    saveGuid: z.uuid(),
    writer: z.uuid(),
    ends: z._default(z.boolean(), false),
    sequencingState: z.optional(sequencingState),
    /** As `scormData` gave it: shows a database that was set back that the SCO was opened. */
    opening: z.optional(scoOpening),
    /** Instead of an opening: the SCO was opened without the server, and its page numbers its saves on from here. */
    openedHere: z.optional(sequence),
  }),
  /** `applied` is false if a newer one stood; `number` is of what stands now. What isn't applied is kept in the history. */
  reply: z.object({ applied: z.boolean(), number: z.number(), courseAttempt }),
  refusals: ['NOT_FOUND', 'SCO_NOT_OPEN', 'SCO_OVER', 'INVALID_COURSE_DATA', 'CANNOT_SAVE'],
})
