import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import { centreRow, centreState, roomState } from '../entities/office-centres.ts'
import { basedOn, placeName } from '../entities/office-groups.ts'

/** Name of a time zone in the database of IANA, as `Europe/London`. The server refuses any other. */
const zone = text(64)

const address = text(1000)

/** Null: nobody counted. */
const seats = z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(100_000)))

/** Below `office/api/centres`, for whoever has the permission in a part of the organisation that has the centre or room. */
const centres = { source: 'ours', method: 'POST', base: 'site', office: 'named' } as const

const ofCentre = { permission: 'centres.write', scope: ['centreID'] } as const
const ofRoom = { permission: 'centres.write', scope: ['roomID'] } as const

/**
 * Centres by name with their rooms, a page at a time: all of the organisation's, or those in which the caller has the permission, or has it in a room. Those
 * that are closed only with `closed`. With `centre` that one alone, or none. `search`: words of which each is in the centre's name. A cursor holds for the same search.
 */
export const officeCentres = defineCall({
  name: 'officeCentres',
  summary: 'List centres and their rooms',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/centres',
  access: { permission: 'people.read', scope: 'places' },
  office: 'named',
  query: z.object({
    search: z.optional(text(200)),
    closed: z.optional(z.enum(['true', 'false'])),
    /** Only this one. */
    centre: z.optional(guid),
    descending: z.optional(z.enum(['true', 'false'])),
    cursor: z.optional(text(2000)),
    /** Centres of one page: 50, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({
    centres: z.array(centreRow),
    next: z.optional(z.string()),
    /** How many there are in all; on the first page alone. */
    total: z.optional(z.number()),
    asOf: z.string(),
  }),
  refusals: [],
})

/** Adds a centre. The same `requestId` again returns the one that it added. NAME_TAKEN: another one has the name; capitals don't count. */
export const officeAddCentre = defineCall({
  ...centres,
  name: 'officeAddCentre',
  summary: 'Add a centre',
  path: 'office/api/centres/add',
  access: { permission: 'centres.write', scope: 'organisation' },
  body: z.object({ name: placeName, zone, address: z.optional(address), requestId }),
  reply: z.object({ centre: centreState }),
  refusals: ['NAME_TAKEN'],
})

/** Changes the fields that are given. CHANGED_MEANWHILE: `current` is the centre as `centreState`. */
export const officeChangeCentre = defineCall({
  ...centres,
  name: 'officeChangeCentre',
  summary: 'Change a centre',
  path: 'office/api/centres/change',
  access: ofCentre,
  body: z.object({
    ...{ centreID: guid, version: basedOn },
    ...{ name: z.optional(placeName), zone: z.optional(zone), address: z.optional(address) },
  }),
  reply: z.object({ centre: centreState }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'NAME_TAKEN'],
})

/** Closes a centre, or opens it again. Nothing new takes place in it; what took place stays. */
export const officeCloseCentre = defineCall({
  ...centres,
  name: 'officeCloseCentre',
  summary: 'Close a centre, or open it again',
  path: 'office/api/centres/close',
  access: ofCentre,
  body: z.object({ centreID: guid, version: basedOn, isClosed: z.boolean() }),
  reply: z.object({ centre: centreState }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'NAME_TAKEN'],
})

/** Removes a centre that has no room and that nothing names. IN_USE: it can only be closed. */
export const officeRemoveCentre = defineCall({
  ...centres,
  name: 'officeRemoveCentre',
  summary: 'Remove a centre that is not used',
  path: 'office/api/centres/remove',
  access: ofCentre,
  body: z.object({ centreID: guid, version: basedOn }),
  reply: z.object({}),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'IN_USE'],
})

/** Adds a room to a centre. CLOSED: the centre is. NAME_TAKEN: another room of the centre has the name. */
export const officeAddRoom = defineCall({
  ...centres,
  name: 'officeAddRoom',
  summary: 'Add a room',
  path: 'office/api/centres/rooms/add',
  access: ofCentre,
  body: z.object({ centreID: guid, name: placeName, seats: z.optional(seats), requestId }),
  reply: z.object({ room: roomState }),
  refusals: ['NOT_FOUND', 'NAME_TAKEN', 'CLOSED'],
})

/** Changes the fields that are given. CHANGED_MEANWHILE: `current` is the room as `roomState`. */
export const officeChangeRoom = defineCall({
  ...centres,
  name: 'officeChangeRoom',
  summary: 'Change a room',
  path: 'office/api/centres/rooms/change',
  access: ofRoom,
  body: z.object({ roomID: guid, version: basedOn, name: z.optional(placeName), seats: z.optional(seats) }),
  reply: z.object({ room: roomState }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'NAME_TAKEN'],
})

/** Closes a room, or opens it again. CLOSED: its centre is closed, so that it can't be opened. */
export const officeCloseRoom = defineCall({
  ...centres,
  name: 'officeCloseRoom',
  summary: 'Close a room, or open it again',
  path: 'office/api/centres/rooms/close',
  access: ofRoom,
  body: z.object({ roomID: guid, version: basedOn, isClosed: z.boolean() }),
  reply: z.object({ room: roomState }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'NAME_TAKEN', 'CLOSED'],
})

/** Removes a room that nothing names. IN_USE: it can only be closed. */
export const officeRemoveRoom = defineCall({
  ...centres,
  name: 'officeRemoveRoom',
  summary: 'Remove a room that is not used',
  path: 'office/api/centres/rooms/remove',
  access: ofRoom,
  body: z.object({ roomID: guid, version: basedOn }),
  reply: z.object({}),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'IN_USE'],
})
