import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import { wallTime } from '../entities/office-deliveries.ts'
import {
  comparedRow,
  comparedTotals,
  decidableOutcomes,
  deliveryResults,
  releasePreview,
  resultChanges,
  resultOutcomes,
  resultRow,
  resultSet,
  resultSetNumber,
  resultSetStates,
  resultsRow,
} from '../entities/office-results.ts'

// Results of a delivery are about everybody in it: the permission holds in the organisation, in its exam, or in the delivery.
const read = { permission: 'results.read', scope: 'places' } as const
const confirm = { permission: 'results.confirm', scope: 'places' } as const
const release = { permission: 'results.release', scope: 'places' } as const

const paging = {
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

const reason = text(1000).check(z.regex(/\S/))
const hash = text(100)
const querySet = z.coerce.number<number>().check(z.int(), z.positive())
/** A set, or what would be computed now. */
const setOrNow = z.union([z.literal('now'), querySet])

/** People with the newest entry about each that the caller was shown. */
const people = z
  .array(z.object({ userID: z.number().check(z.int()), basedOn: z.number().check(z.int(), z.nonnegative()) }))
  .check(z.minLength(1), z.maxLength(500))

/** `current` of CHANGED_MEANWHILE in calls about a set is the `resultSet` as it stands; in those about people the `resultRow`s that changed. */
const reread = z.object({ results: deliveryResults, asOf: z.string() })

/** Deliveries with how far their results are, a page at a time: the one that ended last first. `state`: of the newest set; `none`: there is no set yet. */
export const officeResults = defineCall({
  name: 'officeResults',
  summary: 'List results by delivery',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results',
  access: read,
  office: 'named',
  query: z.object({
    ...paging,
    /** Words of which each is in the name. */
    search: z.optional(text(200)),
    examGuid: z.optional(guid),
    state: z.optional(z.enum(['none', ...resultSetStates])),
  }),
  reply: z.object({ deliveries: z.array(resultsRow), ...paged }),
  refusals: [],
})

/** All about the results of one delivery. */
export const officeDeliveryResults = defineCall({
  name: 'officeDeliveryResults',
  summary: 'Show the results of a delivery',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/delivery',
  access: read,
  office: 'named',
  query: z.object({ deliveryID: guid }),
  reply: z.object({ results: deliveryResults, asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

export const resultSorts = ['name', 'score', 'grade', 'outcome', 'handed-in'] as const

/** The results of people, now or as a set has them, a page at a time. */
export const officeDeliveryResultRows = defineCall({
  name: 'officeDeliveryResultRows',
  summary: 'List the results of people',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/rows',
  access: read,
  office: 'named',
  query: z.object({
    deliveryID: guid,
    set: z.optional(setOrNow),
    ...paging,
    search: z.optional(text(200)),
    outcome: z.optional(z.enum(resultOutcomes)),
    grade: z.optional(text(200)),
    /** `withheld`, `waiting` (for marks), `differs`, `seen` or `unseen` alone. */
    only: z.optional(z.enum(['withheld', 'waiting', 'differs', 'seen', 'unseen'])),
    userID: z.optional(z.coerce.number<number>().check(z.int())),
    sort: z.optional(z.enum(resultSorts)),
    isDescending: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.object({
    rows: z.array(resultRow),
    /** The grades that there are, for the filter: on the first page alone. */
    grades: z.optional(z.array(z.string())),
    ...paged,
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * Decides the outcome of people, or lets it be derived again: all or nothing. CHANGED_MEANWHILE: somebody else decided about one of them; `current` has their
 * `resultRow`s. INVALID_REQUEST: `sat` for somebody without a completed sitting.
 */
export const officeSetOutcomes = defineCall({
  name: 'officeSetOutcomes',
  summary: 'Decide outcomes',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/outcomes',
  access: confirm,
  office: 'named',
  body: z.object({ deliveryID: guid, people, outcome: z.enum([...decidableOutcomes, 'derived']), reason, requestId }),
  reply: z.object({ people: z.number() }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/**
 * Withholds the results of people from them at once, also what was released; or ends that. Ending it shows again what was released before; what a set withheld
 * is shown by a newer set alone.
 */
export const officeWithholdResults = defineCall({
  name: 'officeWithholdResults',
  summary: 'Withhold results',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/withhold',
  access: confirm,
  office: 'named',
  body: z.object({ deliveryID: guid, people, isWithheld: z.boolean(), reason, requestId }),
  reply: z.object({ people: z.number() }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/** Signs that the marking of a delivery is closed, or opens it again with a reason. CHANGED_MEANWHILE: it is so already, or another number of responses waits. */
export const officeCloseMarking = defineCall({
  name: 'officeCloseMarking',
  summary: 'Close the marking of a delivery',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/marking',
  access: confirm,
  office: 'named',
  body: z.object({
    deliveryID: guid,
    isClosed: z.boolean(),
    /** Responses that the caller was shown as waiting. */
    waiting: z.number().check(z.int(), z.nonnegative()),
    /** Needed to open it again. */
    reason: z.optional(reason),
  }),
  reply: reread,
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/** Computes a set and stores it: nobody is told. The same request again answers with the same set. */
export const officeComputeResults = defineCall({
  name: 'officeComputeResults',
  summary: 'Compute a result set',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/compute',
  access: confirm,
  office: 'named',
  body: z.object({ deliveryID: guid, reason: z.optional(text(1000)), requestId }),
  reply: z.object({ set: resultSet }),
  refusals: ['NOT_FOUND'],
})

/** Who differs between two sets, or a set and now. */
export const officeCompareResults = defineCall({
  name: 'officeCompareResults',
  summary: 'Compare result sets',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/compare',
  access: read,
  office: 'named',
  query: z.object({
    ...{ deliveryID: guid, a: setOrNow, b: setOrNow, ...paging },
    /** Those alone who change in this way; `total` counts them. */
    only: z.optional(z.enum(resultChanges)),
  }),
  reply: z.object({ rows: z.array(comparedRow), totals: comparedTotals, ...paged }),
  refusals: ['NOT_FOUND'],
})

/**
 * Signs a set by its hash. The second of two different people confirms it, or the first one with a waiver, or if the organisation asks for one alone. Freezes
 * the answers of its sittings. CHANGED_MEANWHILE: it isn't `computed`, has another hash, a newer one was confirmed, or the caller has signed it already.
 */
export const officeConfirmResults = defineCall({
  name: 'officeConfirmResults',
  summary: 'Confirm a result set',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/confirm',
  access: confirm,
  office: 'named',
  body: z.object({ deliveryID: guid, set: resultSetNumber, hash, waiver: z.optional(reason) }),
  reply: z.object({ set: resultSet }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/** What a release of a set would do: whom it shows what, who gets nothing and why. */
export const officePreviewRelease = defineCall({
  name: 'officePreviewRelease',
  summary: 'Show what a release would do',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/release/preview',
  access: release,
  office: 'named',
  query: z.object({
    deliveryID: guid,
    set: querySet,
    ...paging,
    only: z.optional(z.enum(['gets', 'changes', 'nothing', 'loses'])),
  }),
  reply: releasePreview,
  refusals: ['NOT_FOUND'],
})

/**
 * Releases a confirmed set now, or plans it for a wall time in the delivery's zone; the same call changes the time, until it begins. INVALID_REQUEST: a time
 * that is over, or that the clock shows twice (`twice`; then `isSecond` says which). CHANGED_MEANWHILE: another hash, not confirmed, or a newer one was released.
 */
export const officeReleaseResults = defineCall({
  name: 'officeReleaseResults',
  summary: 'Release a result set',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/release',
  access: release,
  office: 'named',
  body: z.object({
    deliveryID: guid,
    set: resultSetNumber,
    hash,
    at: z.optional(wallTime),
    isSecond: z.optional(z.boolean()),
  }),
  reply: z.object({ set: resultSet }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/** Takes back the planned moment of a release that has not begun: the set stays confirmed. */
export const officeCancelRelease = defineCall({
  name: 'officeCancelRelease',
  summary: 'Cancel a planned release',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/release/cancel',
  access: release,
  office: 'named',
  body: z.object({ deliveryID: guid, set: resultSetNumber }),
  reply: z.object({ set: resultSet }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/** Withdraws a set that is confirmed, or released and shown: at once nobody of the delivery is shown a result, until a newer set is released. */
export const officeWithdrawResults = defineCall({
  name: 'officeWithdrawResults',
  summary: 'Withdraw a result set',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/results/withdraw',
  access: release,
  office: 'named',
  body: z.object({ deliveryID: guid, set: resultSetNumber, hash, reason }),
  reply: z.object({ set: resultSet }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})
