import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { paperOrders, slipsPreview } from '../entities/exam-papers.ts'
import { guid, text } from '../entities/fields.ts'

const read = { permission: 'deliveries.read', scope: 'places' } as const
const write = { permission: 'deliveries.write', scope: 'places' } as const

const which = {
  deliveryID: guid,
  /** One room of the delivery; without it, all of them, and who has none. */
  roomID: z.optional(guid),
}
const order = z.enum(paperOrders)

/**
 * The attendance list of a delivery to print, room by room: the bytes of a tagged PDF in the language and look of the organisation. It has the people whom
 * the caller may see, with what accommodations give them in minutes and nothing of why. INVALID_REQUEST: it would have more people than
 * `mostPeopleOfPaper`, and a room has to be named. BUSY: too many wait to be printed.
 */
export const officeAttendanceList = defineCall({
  name: 'officeAttendanceList',
  summary: 'Print the attendance list of a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/attendance-list',
  access: read,
  office: 'named',
  body: z.object({ ...which, order }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'BUSY'],
})

/**
 * Slips with the PIN of each person, to be cut out and handed to them: the bytes of a tagged PDF. People who have finished, or have no PIN, have none. The
 * security log has that they were printed. Refused as `officeAttendanceList` is.
 */
export const officeSlips = defineCall({
  name: 'officeSlips',
  summary: 'Print slips with the PINs of a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/slips',
  access: write,
  office: 'named',
  body: z.object({ ...which, order }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'CLOSED', 'BUSY'],
})

/** For whom slips would be printed, and whose PINs could be replaced. Nothing changes yet. */
export const officePreviewSlips = defineCall({
  name: 'officePreviewSlips',
  summary: 'Show for whom slips would be printed',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/slips/preview',
  access: write,
  office: 'named',
  body: z.object(which),
  reply: slipsPreview,
  refusals: ['NOT_FOUND', 'CLOSED'],
})

/**
 * Gives everybody who has a PIN and has not begun another one, as the preview with this hash showed; all or nothing. Slips that were printed before no
 * longer work for them. It can't be undone. CHANGED_MEANWHILE: `current` is the new preview.
 */
export const officeReplacePins = defineCall({
  name: 'officeReplacePins',
  summary: 'Replace the PINs of a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/slips/replace',
  access: write,
  office: 'named',
  body: z.object({ ...which, hash: text(100) }),
  reply: z.object({ people: z.number() }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'CLOSED'],
})
