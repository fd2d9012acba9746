import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import {
  deliveryFields,
  deliveryPerson,
  deliveryPersonStates,
  deliveryPreview,
  deliveryReadiness,
  deliveryRow,
  deliveryState,
  deliveryStates,
} from '../entities/office-deliveries.ts'
import { wayIn } from '../entities/office-people.ts'

const read = { permission: 'deliveries.read', scope: 'places' } as const
const write = { permission: 'deliveries.write', scope: 'places' } as const

const paging = {
  /** Words of which each is in the name. */
  search: z.optional(text(200)),
  /** Where a list continues: as an earlier page of it gave it. */
  cursor: z.optional(text(2000)),
  /** Rows of one page: 50, if it is missing. */
  limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
}

const paged = {
  /** The cursor of the next page; missing on the last one. */
  next: z.optional(z.string()),
  /** How many there are in all; on the first page alone. */
  total: z.optional(z.number()),
  /** When this was read, as ISO 8601. */
  asOf: z.string(),
}

const version = z.number().check(z.int(), z.positive())

/**
 * Deliveries, a page at a time: those in the caller's rooms, or for the caller's groups. Upcoming ones and those under way come by their start, the
 * first one first; all others the last one first.
 */
export const officeDeliveries = defineCall({
  name: 'officeDeliveries',
  summary: 'List deliveries',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/deliveries',
  access: read,
  office: 'named',
  query: z.object({
    ...paging,
    state: z.optional(z.enum(deliveryStates)),
    examGuid: z.optional(guid),
    centreID: z.optional(guid),
  }),
  reply: z.object({ deliveries: z.array(deliveryRow), ...paged }),
  refusals: [],
})

/** One delivery. */
export const officeDelivery = defineCall({
  name: 'officeDelivery',
  summary: 'Show a delivery',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/deliveries/delivery',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid }),
  reply: z.object({ delivery: deliveryState, asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

/** The people whom a delivery has scheduled, by name, a page at a time: those whom the caller may see. */
export const officeDeliveryPeople = defineCall({
  name: 'officeDeliveryPeople',
  summary: 'List the people of a delivery',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/deliveries/people',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid, ...paging, state: z.optional(z.enum(deliveryPersonStates)) }),
  reply: z.object({ people: z.array(deliveryPerson), ...paged }),
  refusals: ['NOT_FOUND'],
})

/**
 * Makes a delivery that schedules nobody yet. INVALID_REQUEST names the field in `details`; a time of the window that the clock shows twice has the message
 * `twice`, and is asked for by `opensSecond` or `closesSecond`.
 */
export const officeAddDelivery = defineCall({
  name: 'officeAddDelivery',
  summary: 'Add a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/add',
  access: write,
  office: 'named',
  body: z.object({ ...deliveryFields, requestId }),
  reply: z.object({ delivery: deliveryState }),
  refusals: [],
})

/** Changes what staff say of a delivery; schedules change by `officeApplyDelivery`. CHANGED_MEANWHILE: `current` is a `deliveryState`. */
export const officeChangeDelivery = defineCall({
  name: 'officeChangeDelivery',
  summary: 'Change a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/change',
  access: write,
  office: 'named',
  body: z.object({ ...deliveryFields, deliveryID: guid, version }),
  reply: z.object({ delivery: deliveryState }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'CLOSED'],
})

/** What a delivery would change of the schedules of each person. Nothing changes yet. */
export const officePreviewDelivery = defineCall({
  name: 'officePreviewDelivery',
  summary: 'Show what a delivery would change',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/preview',
  access: write,
  office: 'named',
  body: z.object({ deliveryID: guid }),
  reply: deliveryPreview,
  refusals: ['NOT_FOUND', 'CLOSED'],
})

/**
 * Schedules people as `officePreviewDelivery` showed, all or nothing. `change`: the number by which it can be undone. CHANGED_MEANWHILE: the preview with this
 * hash holds no more; `current` is the new one.
 */
export const officeApplyDelivery = defineCall({
  name: 'officeApplyDelivery',
  summary: 'Schedule the people of a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/apply',
  access: write,
  office: 'named',
  body: z.object({ deliveryID: guid, hash: text(100) }),
  reply: z.object({ change: z.optional(z.number()), totals: deliveryPreview.shape.totals }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'CLOSED'],
})

/** Takes back the last change of the schedules of a delivery. IN_USE: somebody has begun what it made or changed. */
export const officeUndoDelivery = defineCall({
  name: 'officeUndoDelivery',
  summary: 'Undo the last change of a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/undo',
  access: write,
  office: 'named',
  body: z.object({ deliveryID: guid, change: z.number().check(z.int(), z.positive()) }),
  reply: z.object({ people: z.number() }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'IN_USE', 'CLOSED'],
})

/**
 * Cancels a delivery: what nobody has begun becomes void, and stays on record with the reason; who sits continues. `notStarted`: how many of those the caller
 * was shown; if it is another number by now, CHANGED_MEANWHILE has a `deliveryState`.
 */
export const officeCancelDelivery = defineCall({
  name: 'officeCancelDelivery',
  summary: 'Cancel a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/cancel',
  access: write,
  office: 'named',
  body: z.object({
    deliveryID: guid,
    version,
    notStarted: z.number().check(z.int(), z.nonnegative()),
    reason: text(1000).check(z.regex(/\S/)),
  }),
  reply: z.object({ delivery: deliveryState, people: z.number() }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'CLOSED'],
})

/**
 * Adds one person at once: somebody who is there, by `userID`, or a new account, which takes `people.write` in the whole organisation too. The same request
 * again has the same reply, except for the link. CLOSED: the window of the room is over. IN_USE: they have the same exam open already.
 */
export const officeAddToDelivery = defineCall({
  name: 'officeAddToDelivery',
  summary: 'Add one person to a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/deliveries/walk-in',
  access: write,
  office: 'named',
  body: z.object({
    deliveryID: guid,
    roomID: z.optional(guid),
    userID: z.optional(z.number().check(z.int())),
    account: z.optional(
      z.object({
        username: text(200),
        firstName: text(200),
        lastName: text(200),
        email: z.optional(text(254)),
        identifier: z.optional(text(100)),
      }),
    ),
    requestId,
  }),
  reply: z.object({
    person: deliveryPerson,
    /** How the new account gets in; missing if the person was there. */
    access: z.optional(wayIn),
  }),
  refusals: ['NOT_FOUND', 'USERNAME_TAKEN', 'ACCOUNT_SUSPENDED', 'IN_USE', 'CLOSED'],
})

/** Whether each person of a delivery can sit the exam, grouped by what keeps them from it: computed from rows each time. */
export const officeDeliveryReadiness = defineCall({
  name: 'officeDeliveryReadiness',
  summary: 'Show whether the people of a delivery can sit',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/deliveries/readiness',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid }),
  reply: deliveryReadiness,
  refusals: ['NOT_FOUND'],
})
