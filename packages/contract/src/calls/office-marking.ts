import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import {
  givenMark,
  markingAllocation,
  markingItem,
  markingLine,
  markingOutcome,
  markingPlace,
  markingQueue,
  possibleMarker,
  queueID,
  responseID,
} from '../entities/office-marking.ts'

const give = { permission: 'marks.give', scope: 'places' } as const
const adjudicate = { permission: 'marks.adjudicate', scope: 'places' } as const
const allocate = { permission: 'deliveries.write', scope: 'organisation' } as const

const paging = {
  /** Where a list continues: as an earlier page of it gave it. */
  cursor: z.optional(text(4000)),
  /** Rows of one page: 50, if it is missing. */
  limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
}

const paged = {
  /** The cursor of the next page; missing on the last one. */
  next: z.optional(z.string()),
  /** When this was read, as ISO 8601. */
  asOf: z.string(),
}

const entry = z.number().check(z.int(), z.nonnegative())
const sequence = z.optional(z.number().check(z.int(), z.positive()))
/** The files that were seen, as the response named them. */
const files = z.optional(text(200))
const reason = text(1000).check(z.regex(/\S/))
/** What the server says of a claim of the caller. ISO 8601. */
const heldClaim = z.object({ responseID, since: z.string(), until: z.string() })
const change = { responseID, requestId: z.uuid() }
/** Most responses that somebody holds at once, of all queues. */
export const mostClaims = 20
const someResponses = z.array(responseID).check(z.minLength(1), z.maxLength(mostClaims))

/**
 * The queues of the caller, by exam and question: those that are allocated to them or to nobody, and are in the scope of their role. Queues of one delivery
 * or exam are never torn apart by a page. `queueID`: that one alone. Counting takes longer the more responses there are, so that no other call of a marker counts. `zone`: the IANA time zone in which their day begins; UTC if it is none.
 */
export const officeMarkingQueues = defineCall({
  name: 'officeMarkingQueues',
  summary: 'List the queues of a marker',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/queues',
  access: give,
  office: 'named',
  query: z.object({ ...paging, zone: z.optional(text(100)), queueID: z.optional(queueID) }),
  reply: z.object({ queues: z.array(markingQueue), ...paged }),
  refusals: [],
})

/** Why somebody gets no response though some are left. `held`: others have them now. `excluded`: they are of the caller's own groups, or their own. */
export const emptyQueue = ['done', 'held', 'excluded', 'full'] as const

/**
 * Claims the next responses of a queue for the caller, and gives them: first those that they hold already, except for those in `held`; then those that wait, or were
 * changed after they were marked. Nobody else is given a response while a claim holds. Giving it is not marking it. `full`: the caller holds as many as anybody may.
 */
export const officeMarkingNext = defineCall({
  name: 'officeMarkingNext',
  summary: 'Give the next responses to mark',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/next',
  access: give,
  office: 'named',
  body: z.object({
    queueID,
    count: z.number().check(z.int(), z.minimum(1), z.maximum(5)),
    /** Responses that the caller's page has already, whose claims are renewed; of any queue. */
    held: z.optional(z.array(responseID).check(z.maxLength(mostClaims))),
  }),
  reply: z.object({
    responses: z.array(markingItem),
    /** The claims of `held` that still are the caller's. */
    claims: z.array(heldClaim),
    /** If there is none to give. */
    why: z.optional(z.enum(emptyQueue)),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/** One response, to look at: one that the caller has marked or may mark, or has to decide about. It claims nothing. */
export const officeMarkingResponse = defineCall({
  name: 'officeMarkingResponse',
  summary: 'Show a response',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/response',
  access: give,
  office: 'named',
  query: z.object({ responseID }),
  reply: z.object({ response: markingItem }),
  refusals: ['NOT_FOUND'],
})

/**
 * Stores a mark, or that the response can't be marked, and ends the caller's claim. It names the newest entry that was seen: if another mark was written since, both are kept,
 * and the reply has both (OFFICE-301). The same request again has the same reply. A mark counts as well if the claim has run out.
 * INVALID_ANSWER: the answer never had the save that is named. INVALID_REQUEST names what is wrong in `details`: marks beyond what can be given, points
 * that aren't those of the scheme, or a request that came before with something else. A mark by an earlier version of the scheme is kept with that version.
 */
export const officeMarkingGive = defineCall({
  name: 'officeMarkingGive',
  summary: 'Mark a response',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/give',
  access: give,
  office: 'named',
  body: z.object({
    ...change,
    basedOn: entry,
    /** The save that was seen; missing if nothing was answered. */
    sequence,
    files,
    /** `marks` or `points`, unless it can't be marked. */
    ...givenMark,
    isFlagged: z.optional(z.boolean()),
    cannotMark: z.optional(z.object({ reason })),
    /**
     * The generation of the database that `basedOn` is from, as replies name it. In a database of another one its number may be that of another entry: then the mark replaces nothing, and a
     * request that is stored is answered as it was, regardless of its basis.
     */
    generation: z.optional(text(100)),
  }),
  reply: markingOutcome,
  refusals: ['NOT_FOUND', 'INVALID_ANSWER'],
})

/** Gives a response back, so that somebody has to mark it again: what persons gave before counts no more. Of others' marks it takes `marks.adjudicate`. CLOSED: somebody decided about it. */
export const officeMarkingReturn = defineCall({
  name: 'officeMarkingReturn',
  summary: 'Give a marked response back',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/return',
  access: give,
  office: 'named',
  body: z.object({ ...change, basedOn: entry, reason }),
  reply: markingOutcome,
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'CLOSED'],
})

/** Keeps claims for as long again, because their page is in use. Those that are missing in the reply are the caller's no more. */
export const officeMarkingRenew = defineCall({
  name: 'officeMarkingRenew',
  summary: 'Keep responses for longer',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/renew',
  access: give,
  office: 'named',
  body: z.object({ responses: someResponses }),
  reply: z.object({ claims: z.array(heldClaim) }),
  refusals: [],
})

/** Ends claims of the caller: those named, or all. */
export const officeMarkingRelease = defineCall({
  name: 'officeMarkingRelease',
  summary: 'Give responses back unmarked',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/release',
  access: give,
  office: 'named',
  body: z.object({ responses: z.optional(someResponses) }),
  reply: z.object({ released: z.number() }),
  refusals: [],
})

/** What the caller has marked in a queue, the latest first. */
export const officeMarkingHistory = defineCall({
  name: 'officeMarkingHistory',
  summary: 'List what oneself has marked',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/history',
  access: give,
  office: 'named',
  query: z.object({ queueID, ...paging }),
  reply: z.object({ responses: z.array(markingLine), ...paged }),
  refusals: ['NOT_FOUND'],
})

/** What has to be decided: conflicts, and what could not be marked; the one that waits longest first. */
export const officeMarkingConflicts = defineCall({
  name: 'officeMarkingConflicts',
  summary: 'List responses that need a decision',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/conflicts',
  access: adjudicate,
  office: 'named',
  query: z.object({ ...paging, state: z.enum(['conflict', 'cannot']) }),
  reply: z.object({ responses: z.array(markingLine), total: z.number(), ...paged }),
  refusals: [],
})

/**
 * Decides which marks a response has, with a reason: in a conflict, if nobody could mark it, or instead of what the key gives. Nobody decides about a mark of their
 * own, unless the organisation allows it (NOT_ALLOWED). CHANGED_MEANWHILE: somebody wrote another entry since; `current` is a `markingItem`. All else as `officeMarkingGive`.
 */
export const officeMarkingDecide = defineCall({
  name: 'officeMarkingDecide',
  summary: 'Decide about a response',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/decide',
  access: adjudicate,
  office: 'named',
  body: z.object({ ...change, basedOn: entry, sequence, files, ...givenMark, reason }),
  reply: markingOutcome,
  refusals: ['NOT_FOUND', 'INVALID_ANSWER', 'CHANGED_MEANWHILE'],
})

/**
 * A file of a response, by its number there. Its bytes are the answer: without a name, pictures without their metadata. A page shows pictures, sound and film by
 * this address, since the cookie alone opens it; a PDF has to be fetched. A range of bytes may be asked for.
 */
export const officeMarkingFile = defineCall({
  name: 'officeMarkingFile',
  summary: 'A file of a response',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/file',
  access: give,
  office: 'found',
  query: z.object({ responseID, file: z.coerce.number<number>().check(z.int(), z.nonnegative()) }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND'],
})

/** Deliveries, and exams that were sat without one, that have something to mark; those of which most is left first. */
export const officeMarkingPlaces = defineCall({
  name: 'officeMarkingPlaces',
  summary: 'List what has to be marked',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/places',
  access: allocate,
  office: 'named',
  query: z.object(paging),
  reply: z.object({ places: z.array(markingPlace), ...paged }),
  refusals: [],
})

/** Who marks which question of a delivery, or of an exam version that was sat without one, and who could. */
export const officeMarkingAllocations = defineCall({
  name: 'officeMarkingAllocations',
  summary: 'Show who marks which question',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/allocations',
  access: allocate,
  office: 'named',
  query: z.object({
    examGuid: guid,
    examVersion: z.coerce.number<number>().check(z.int(), z.positive()),
    deliveryID: z.optional(guid),
  }),
  reply: z.object({
    questions: z.array(markingAllocation),
    /** 500 at most, by name. */
    possible: z.array(possibleMarker),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * Says who marks a question; nobody named: whoever holds `marks.give` there. Claims of others end. `version`: of the allocation that was seen; if it is stale,
 * CHANGED_MEANWHILE has the `markingAllocation` in `current`. NOT_ALLOWED: one of them may not mark there.
 */
export const officeMarkingAllocate = defineCall({
  name: 'officeMarkingAllocate',
  summary: 'Set who marks a question',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/marking/allocate',
  access: allocate,
  office: 'named',
  body: z.object({
    queueID,
    version: entry,
    userIDs: z.array(z.number().check(z.int())).check(z.maxLength(200)),
  }),
  reply: z.object({ allocation: markingAllocation }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/**
 * Responses to a question that the key marks, of those who handed in, without names: for whoever decides about one instead of the key. `queueID`: as
 * `officeMarkingQuestions` gave it.
 */
export const officeMarkingResponses = defineCall({
  name: 'officeMarkingResponses',
  summary: 'List the responses to a question',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/responses',
  access: adjudicate,
  office: 'named',
  query: z.object({ queueID, ...paging }),
  reply: z.object({ responses: z.array(markingLine), ...paged }),
  refusals: ['NOT_FOUND'],
})

/** The questions of a delivery, or of an exam version that was sat without one: those that a person marks, and those that the key marks. */
export const officeMarkingQuestions = defineCall({
  name: 'officeMarkingQuestions',
  summary: 'List the questions that are marked',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/questions',
  access: adjudicate,
  office: 'named',
  query: z.object({
    examGuid: guid,
    examVersion: z.coerce.number<number>().check(z.int(), z.positive()),
    deliveryID: z.optional(guid),
  }),
  reply: z.object({
    questions: z.array(
      z.object({
        queueID,
        number: z.optional(z.number()),
        text: z.string(),
        maxMarks: z.number(),
        isAutomatic: z.boolean(),
      }),
    ),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})
