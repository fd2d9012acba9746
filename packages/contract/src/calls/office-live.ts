import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'
import {
  liveAct,
  liveActed,
  liveAction,
  liveActionPerson,
  livePerson,
  liveRow,
  liveUnderWay,
  liveView,
  mostPeopleOfAction,
} from '../entities/office-live.ts'

const read = { permission: 'sittings.read', scope: 'places' } as const

/** Deliveries and exams that are under way, were within the last hours, or will be within a day, as far as the caller's role reaches. */
export const officeLiveNow = defineCall({
  name: 'officeLiveNow',
  summary: 'List what is under way',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/live/now',
  access: read,
  office: 'named',
  reply: z.object({ underWay: z.array(liveUnderWay), asOf: z.string() }),
  refusals: [],
})

/** Longest that `officeLive` waits for a change, in milliseconds. */
export const longestLiveWaitMs = 2000

/**
 * The people of a delivery, or those who sit an exam without one; of one room if it is named. With the `cursor` of the last reply it answers what has changed since, as
 * soon as there is something, and after `waitMs` at the latest: the reply is the beat of the view. `asOf` is the moment at which the server read what it
 * shows, and not later than any of it. `isWhole`: all rows and the actions of the last day; what was known before is to be forgotten. It is so without a
 * cursor, with that of another server or another state of the database, and after a change of what the view is about, or of
 * what the caller may see in it.
 */
export const officeLive = defineCall({
  name: 'officeLive',
  summary: 'Watch people who sit an exam',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/live',
  access: read,
  office: 'named',
  query: z.object({
    deliveryID: z.optional(guid),
    examGuid: z.optional(guid),
    roomID: z.optional(guid),
    cursor: z.optional(text(200)),
    waitMs: z.optional(queryNumber.check(z.nonnegative(), z.maximum(longestLiveWaitMs))),
  }),
  reply: z.object({
    cursor: z.string(),
    isWhole: z.boolean(),
    /** The state of the database: another one means that it was set back. */
    generation: z.string(),
    asOf: z.string(),
    /**
     * Milliseconds from the arrival of the request to that moment, by a clock that nobody sets; below 0 if it was before. So a page knows how old its view is
     * by its own clock alone.
     */
    heldMs: z.number(),
    /** With a whole reply alone. */
    view: z.optional(liveView),
    rows: z.array(liveRow),
    /** Rows that are no longer in the view. */
    removed: z.array(guid),
    /** Those that are new or have changed, the oldest first. */
    actions: z.array(liveAction),
  }),
  refusals: ['NOT_FOUND'],
})

/** One person with the ledger of their sitting, and what was done to them. */
export const officeLivePerson = defineCall({
  name: 'officeLivePerson',
  summary: 'Show one person who sits an exam',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/live/person',
  access: read,
  office: 'named',
  query: z.object({ rowID: guid }),
  reply: livePerson,
  refusals: ['NOT_FOUND'],
})

const people = z.array(guid).check(z.minLength(1), z.maxLength(mostPeopleOfAction))

/** Whom an action would concern, and whom not and why. Nothing changes yet. */
export const officePreviewLiveAct = defineCall({
  name: 'officePreviewLiveAct',
  summary: 'Show whom an action would concern',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/live/preview',
  access: read,
  office: 'named',
  body: z.object({ act: liveAct, people }),
  reply: z.object({
    people: z.array(
      z.object({
        ...liveActed.shape,
        /** When their time would be over, or how much they would have left while it stands still. */
        endsAt: z.optional(z.string()),
        leftMs: z.optional(z.number()),
        closesAt: z.optional(z.string()),
      }),
    ),
    asOf: z.string(),
  }),
  refusals: [],
})

/**
 * Does something to the people who are named, each by themselves, and answers what happened to each. It never refuses all because of one. The same `requestId`
 * again does nothing twice, and answers how it stands; what was cut off continues. `actionID` equals `requestId`.
 */
export const officeLiveAct = defineCall({
  name: 'officeLiveAct',
  summary: 'Act on people who sit an exam',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/live/act',
  access: read,
  office: 'named',
  body: z.object({ requestId: z.uuid(), act: liveAct, people }),
  reply: z.object({ actionID: guid, at: z.string(), people: z.array(liveActed) }),
  refusals: ['CHANGED_MEANWHILE'],
})

/** What happened to an action for each of its people whom the caller may see. */
export const officeLiveAction = defineCall({
  name: 'officeLiveAction',
  summary: 'Show what became of an action',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/live/action',
  access: read,
  office: 'named',
  query: z.object({ actionID: guid }),
  reply: z.object({ action: liveAction, people: z.array(liveActionPerson), asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})
