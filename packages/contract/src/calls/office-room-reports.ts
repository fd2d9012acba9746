import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { roomReport, roomReportRow, signOffRemark } from '../entities/room-report.ts'

const read = { permission: 'sittings.read', scope: 'places' } as const
const write = { permission: 'incidents.write', scope: 'places' } as const

/** A room of a delivery; without `roomID` the people who have none. */
const which = { deliveryID: guid, roomID: z.optional(guid) }

/** The rooms of a delivery that the caller may see, with how far each is: counted from rows as they are now. */
export const officeRoomReports = defineCall({
  name: 'officeRoomReports',
  summary: 'List the rooms of a delivery with what is left to do in them',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/live/rooms',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid }),
  reply: z.object({ name: z.string(), rooms: z.array(roomReportRow), asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

/** What happened in one room: attendance, incidents, time, rest breaks, late answers, and who has signed it off. */
export const officeRoomReport = defineCall({
  name: 'officeRoomReport',
  summary: 'Show the report of a room',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/live/rooms/report',
  access: read,
  office: 'named',
  query: z.object(which),
  reply: roomReport,
  refusals: ['NOT_FOUND'],
})

/**
 * Signs the report of a room off, as it was shown. It is kept with what the report said, and nobody takes it back. CHANGED_MEANWHILE: something in it has
 * changed since; `current` is a `roomReport`.
 */
export const officeSignOffRoom = defineCall({
  name: 'officeSignOffRoom',
  summary: 'Sign the report of a room off',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/live/rooms/sign-off',
  access: write,
  office: 'named',
  body: z.object({ ...which, hash: text(100), remark: signOffRemark }),
  reply: roomReport,
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/** The report of a room to print: the bytes of a tagged PDF in the language and look of the organisation. BUSY: too many wait to be printed. */
export const officePrintRoomReport = defineCall({
  name: 'officePrintRoomReport',
  summary: 'Print the report of a room',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/live/rooms/print',
  access: read,
  office: 'named',
  body: z.object(which),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'BUSY'],
})
