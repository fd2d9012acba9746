import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { learnerAction } from '../entities/learner-actions.ts'

const milliseconds = z.number().check(z.int(), z.minimum(-1e15), z.maximum(1e15))

/**
 * What the learner's page says of itself while the exam is open, for the invigilators: about every 20 seconds, and at once when `unsent` falls to 0 or rises from it.
 * Nothing of the exam depends on it. Answers the actions of staff that the page has yet to acknowledge.
 */
export const pageReport = defineCall({
  name: 'pageReport',
  summary: 'Report the state of an exam page',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/view/page',
  access: 'signed-in',
  body: z.object({
    formRunGuid: guid,
    /** Milliseconds that the page shows as left of the exam; missing if it has no limit. */
    leftMs: z.optional(milliseconds),
    /** Milliseconds for which this report was on its way or waiting when it was sent: the page's time is that of this long before. */
    ageMs: z.optional(z.number().check(z.int(), z.nonnegative(), z.maximum(1e9))),
    /** The device's own clock when the report was sent, Unix ms. */
    deviceMs: milliseconds,
    /** Answers and files that are on the device alone. */
    unsent: z.number().check(z.int(), z.nonnegative(), z.maximum(1_000_000)),
    build: z.optional(text(100).check(z.regex(/^[\x20-\x7e]*$/))),
  }),
  reply: z.object({ actions: z.array(learnerAction) }),
  refusals: ['NOT_FOUND'],
})

/**
 * Says that actions of staff have come to the page (`delivered`), and that the page has done what they say, or the learner has confirmed them
 * (`acknowledged`, which is delivered too). Once more changes nothing; what isn't for this learner is passed over.
 */
export const noteLearnerActions = defineCall({
  name: 'noteLearnerActions',
  summary: 'Confirm what invigilators did',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/view/actions',
  access: 'signed-in',
  body: z.object({
    delivered: z.array(guid).check(z.maxLength(100)),
    acknowledged: z.array(guid).check(z.maxLength(100)),
  }),
  reply: z.object({ noted: z.number() }),
  refusals: [],
})

/**
 * How the start of an exam stands, for a page that waits for it: asked every few seconds, and noted as presence. `isHeld`: staff hold the start back; it follows
 * when they release it, and nothing is given out before. Times are ISO 8601.
 */
export const awaitStart = defineCall({
  name: 'awaitStart',
  summary: 'Wait for the start of an exam',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/await-start',
  access: 'signed-in',
  query: z.object({ scheduleGuid: guid }),
  reply: z.object({
    canStart: z.boolean(),
    isHeld: z.boolean(),
    opensAt: z.optional(z.string()),
    closesAt: z.optional(z.string()),
    /** The server's time. */
    time: z.string(),
    actions: z.array(learnerAction),
  }),
  refusals: ['NOT_FOUND'],
})
