import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { markerReturn, markerReturnPreview, ofMarker } from '../entities/office-marker-returns.ts'
import { possibleMarker } from '../entities/office-marking.ts'

const adjudicate = { permission: 'marks.adjudicate', scope: 'places' } as const
const requestId = z.uuid()
const reason = text(1000).check(z.regex(/\S/))

/** Most responses that one call returns, or gives their marks again. */
export const responsesOfPiece = 100

/**
 * Who has marked something of a delivery, or of an exam version that was sat without one, and what the caller returned of it in the last 24 hours. Only responses about which the caller may
 * decide are counted.
 */
export const officeMarkersOf = defineCall({
  name: 'officeMarkersOf',
  summary: 'List who has marked an exam',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/markers',
  access: adjudicate,
  office: 'named',
  query: z.object({
    examGuid: guid,
    examVersion: z.coerce.number<number>().check(z.int(), z.positive()),
    deliveryID: z.optional(guid),
  }),
  reply: z.object({
    /** By name, 500 at most. */
    markers: z.array(
      z.extend(possibleMarker, {
        /** Responses that they have marked, whatever became of their marks. */
        responses: z.number(),
        /** ISO 8601: their first and their last mark. */
        from: z.string(),
        until: z.string(),
      }),
    ),
    /** The latest first. */
    returns: z.array(markerReturn),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/** How many responses would be returned, and what is left as it is. `requestId`: of a return that has begun, whose responses count as returned. It changes nothing. */
export const officePreviewMarkerReturn = defineCall({
  name: 'officePreviewMarkerReturn',
  summary: 'Preview a return of the marks of a marker',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/markers/return/preview',
  access: adjudicate,
  office: 'named',
  body: z.object({ ...ofMarker, requestId: z.optional(requestId) }),
  reply: markerReturnPreview,
  refusals: ['NOT_FOUND'],
})

/**
 * Returns the responses of a preview to their queues, 100 at most; as long as `left` is not 0, the same request goes on. Their marks stay in the ledgers, with the reason, and count no more.
 * CHANGED_MEANWHILE: other responses would be returned than the preview showed; `current` is the preview as it is now.
 */
export const officeReturnMarker = defineCall({
  name: 'officeReturnMarker',
  summary: 'Return the marks of a marker',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/markers/return',
  access: adjudicate,
  office: 'named',
  body: z.object({ ...ofMarker, requestId, hash: text(100), reason }),
  reply: z.object({
    /** Of all requests with this id. */
    returned: z.number(),
    left: z.number(),
  }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/**
 * Takes a return of the caller back, as far as nobody did anything to its responses since: the marks that counted before count again. 100 at most; as long as `left` is not 0, the same
 * request goes on. `operation`: as `officeMarkersOf` listed it. NOT_FOUND: the caller returned nothing by it in the last 24 hours.
 */
export const officeTakeBackMarkerReturn = defineCall({
  name: 'officeTakeBackMarkerReturn',
  summary: 'Take back a return of the marks of a marker',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/markers/take-back',
  access: adjudicate,
  office: 'named',
  body: z.object({ operation: text(18).check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}$/)), reason }),
  reply: z.object({
    /** Of this request. */
    takenBack: z.number(),
    left: z.number(),
  }),
  refusals: ['NOT_FOUND'],
})
