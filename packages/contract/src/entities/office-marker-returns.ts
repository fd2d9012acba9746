import * as z from 'zod/mini'
import { guid } from './fields.ts'
import { queueID } from './office-marking.ts'

const count = z.number().check(z.int(), z.nonnegative())
const moment = z.iso.datetime()

/** Marks of one marker: in a delivery, or in an exam version that was sat without one. */
export const ofMarker = {
  examGuid: guid,
  examVersion: z.number().check(z.int(), z.positive()),
  deliveryID: z.optional(guid),
  userID: z.number().check(z.int()),
  /** Of one question alone. */
  queueID: z.optional(queueID),
  /** ISO 8601: given at this moment or later, and before that one. */
  from: z.optional(moment),
  until: z.optional(moment),
}

/** What a return of a marker's marks would do. Of each response the mark that counts is looked at. */
export const markerReturnPreview = z.object({
  /** Names the responses; a return gives it back. */
  hash: z.string(),
  /** Those that are returned, with those that were by the same request. */
  responses: count,
  returned: count,
  /** What stays as it is, and why. */
  stays: z.object({
    /** The results were confirmed, or are shown already. */
    confirmed: count,
    /** Somebody decided about the response. */
    decided: count,
    /** It waits for a decision, or its answer changed: somebody looks at it anyhow. */
    unsettled: count,
    /** The mark that counts is somebody else's, or of another time. */
    since: count,
  }),
  /** There are more than one return takes: the oldest are in it. */
  isCut: z.boolean(),
  asOf: z.string(),
})
export type MarkerReturnPreview = z.infer<typeof markerReturnPreview>

/** A return of a marker's marks. */
export const markerReturn = z.object({
  operation: z.string(),
  /** ISO 8601. */
  at: z.string(),
  reason: z.string(),
  returned: count,
  /** Responses to which nobody did anything since, so that it can be taken back. */
  untouched: count,
})
export type MarkerReturn = z.infer<typeof markerReturn>
