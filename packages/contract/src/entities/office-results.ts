import * as z from 'zod/mini'
import { deliveryStates } from './office-deliveries.ts'

const count = z.number().check(z.int(), z.nonnegative())
const userID = z.number().check(z.int())
const moment = z.string()
/** The number of a result set of a delivery: they count from 1. */
export const resultSetNumber = z.number().check(z.int(), z.positive())

/**
 * What happened to a person in a delivery. Staff may decide the first six; `open` (the sitting is not finished) and `unknown` (nothing is known yet) are derived
 * alone. Only `sat` has a score.
 */
export const decidableOutcomes = ['sat', 'absent', 'excused', 'withdrawn', 'void', 'malpractice'] as const
export const resultOutcomes = [...decidableOutcomes, 'open', 'unknown'] as const
export type ResultOutcome = (typeof resultOutcomes)[number]

/** `releasing`: the release continues, some people have it already. */
export const resultSetStates = ['computed', 'confirmed', 'releasing', 'released', 'withdrawn'] as const
export type ResultSetState = (typeof resultSetStates)[number]

/** A member of staff who did something, and when. */
const doneBy = z.object({ at: moment, by: z.string(), userID: z.optional(userID) })
export type DoneBy = z.infer<typeof doneBy>

/** How many people have which outcome, by one definition on every screen (OFFICE-410). */
export const outcomeCounts = z.record(z.enum(resultOutcomes), count)
export type OutcomeCounts = z.infer<typeof outcomeCounts>

/** A delivery in the list of results. */
export const resultsRow = z.object({
  deliveryID: z.string(),
  name: z.string(),
  examGuid: z.string(),
  examName: z.string(),
  examVersion: z.number(),
  /** IANA time zone of the delivery. */
  zone: z.string(),
  startsAt: moment,
  endsAt: moment,
  deliveryState: z.enum(deliveryStates),
  /** People whom it has scheduled; each once, however often they sat. */
  people: count,
  outcomes: outcomeCounts,
  /** Responses that wait for a mark. */
  waiting: count,
  /** The newest result set. */
  newest: z.optional(
    z.object({ set: resultSetNumber, state: z.enum(resultSetStates), at: moment, releaseAt: z.optional(moment) }),
  ),
  /** The set that learners are shown now. */
  shown: z.optional(resultSetNumber),
})
export type ResultsRow = z.infer<typeof resultsRow>

/** Why a person gets nothing of a release. `waiting`: responses of theirs have no mark yet. */
export const reasonsForNothing = ['outcome', 'withheld', 'waiting'] as const
export type ReasonForNothing = (typeof reasonsForNothing)[number]

/** A result set with all that was done with it. */
export const resultSet = z.object({
  set: resultSetNumber,
  state: z.enum(resultSetStates),
  /** A newer one was released since: nobody is shown this one any more. */
  isReplaced: z.boolean(),
  computed: doneBy,
  /** Why it was computed, if somebody or something said so. */
  reason: z.optional(z.string()),
  /** The version of the delivery's result rules; 0: there are none. */
  rulesVersion: count,
  people: count,
  outcomes: outcomeCounts,
  /** SHA-256 over all of its rows: what is confirmed and released names it. */
  hash: z.string(),
  /** Who signed it, the first one first. */
  signed: z.array(doneBy),
  /** Why one signature was enough. */
  waiver: z.optional(z.string()),
  confirmed: z.optional(doneBy),
  /** While its sittings are being frozen: how many are, of how many. */
  freezing: z.optional(z.object({ done: count, of: count })),
  /** When it is to be released, and who said so. */
  planned: z.optional(z.object({ at: moment, by: z.string(), userID: z.optional(userID) })),
  released: z.optional(
    z.object({
      ...doneBy.shape,
      /** When the last person had it; missing while it continues. */
      finishedAt: z.optional(moment),
      /** Milliseconds after the planned moment at which it began, if that is late. */
      lateMs: z.optional(z.number()),
      /** People to whom it was released so far, and how many people the release has been through, of how many. */
      told: count,
      done: count,
      of: count,
      /** Of those told: who has looked at it. */
      seen: count,
    }),
  ),
  withdrawn: z.optional(z.object({ ...doneBy.shape, reason: z.string() })),
  /** Rows that would be others if it were computed now; of the newest set and of the one that is shown. */
  differsFromNow: z.optional(count),
})
export type ResultSet = z.infer<typeof resultSet>

/** What the caller may do with the results of a delivery. */
export const resultActs = ['decide', 'confirm', 'release'] as const

/** All facts about the results of a delivery. */
export const deliveryResults = z.object({
  deliveryID: z.string(),
  name: z.string(),
  examGuid: z.string(),
  examName: z.string(),
  examVersion: z.number(),
  zone: z.string(),
  startsAt: moment,
  endsAt: moment,
  deliveryState: z.enum(deliveryStates),
  /** When marks are shown without a result set: see `releasePolicies`. */
  policy: z.enum(['immediately', 'confirmed']),
  people: count,
  outcomes: outcomeCounts,
  withheld: count,
  /** People of whom more than one sitting was completed here: the first one counts. */
  severalSittings: count,
  /** How many people sat which version of the exam; more than one row if a version was replaced in between. */
  versions: z.array(z.object({ version: z.number(), people: count })),
  waiting: z.object({ responses: count, people: count }),
  /** Who closed the marking last; missing while it is open. `waiting`: responses that waited then. */
  markingClosed: z.optional(z.object({ ...doneBy.shape, waiting: count })),
  /** Two different people have to sign a set. */
  needsTwoPeople: z.boolean(),
  /** The newest first. */
  sets: z.array(resultSet),
  shown: z.optional(resultSetNumber),
  /** The newest version of the result rules. */
  rulesVersion: count,
  may: z.array(z.enum(resultActs)),
  /** The caller's own number, to know whose signature is missing. */
  ownUserID: userID,
})
export type DeliveryResults = z.infer<typeof deliveryResults>

/** What a result says. Scores are exact marks; the percentage is rounded once, to two decimals. */
export const resultFigures = z.object({
  outcome: z.enum(resultOutcomes),
  isWithheld: z.boolean(),
  /** Missing unless the outcome is `sat` and nothing waits. */
  score: z.optional(z.number()),
  maxScore: z.optional(z.number()),
  percent: z.optional(z.number()),
  grade: z.optional(z.string()),
  passed: z.optional(z.boolean()),
})
export type ResultFigures = z.infer<typeof resultFigures>

/** Whose result it is; nobody's name is left of somebody who was erased. */
const named = {
  /** Missing of somebody who was erased. */
  userID: z.optional(userID),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  identifier: z.optional(z.string()),
  isErased: z.boolean(),
}

/** The result of a person, as it would be computed now or as it is in a set. */
export const resultRow = z.object({
  /** Names the row in lists: of no meaning. */
  row: z.string(),
  ...named,
  ...resultFigures.shape,
  /** The number of the newest entry that staff made about this person here; what is decided next is based on it. */
  basedOn: count,
  /** Who decided the outcome, and why; missing if it is derived. */
  decided: z.optional(z.object({ ...doneBy.shape, reason: z.string() })),
  withheld: z.optional(z.object({ ...doneBy.shape, reason: z.string() })),
  /** Responses that wait for a mark. */
  waiting: count,
  /** Completed sittings in this delivery, of which the first one counts. */
  sittings: count,
  examVersion: z.optional(z.number()),
  formRunGuid: z.optional(z.string()),
  /** When the sitting was handed in, which is when it was completed (OFFICE-105). */
  handedInAt: z.optional(moment),
  /** Of a set: when it was released to them, and when they looked first. */
  releasedAt: z.optional(moment),
  seenAt: z.optional(moment),
  /** What it is compared with has something else: a set with now; now with the set that is shown or else the newest. */
  differs: z.boolean(),
})
export type ResultRow = z.infer<typeof resultRow>

/** How a result may change. `marks`: other marks at some question, with the same total. */
export const resultChanges = [
  ...(['up', 'down', 'grade', 'passed', 'outcome', 'withheld', 'marks', 'added', 'removed'] as const),
] as const

/** What differs between two sets for one person. */
export const comparedRow = z.object({
  row: z.string(),
  ...named,
  /** Missing if the person isn't in it. */
  before: z.optional(resultFigures),
  after: z.optional(resultFigures),
  changes: z.array(z.enum(resultChanges)),
})
export type ComparedRow = z.infer<typeof comparedRow>

export const comparedTotals = z.object({
  ...{ up: count, down: count, grade: count, passed: count, outcome: count, withheld: count, marks: count },
  ...{ added: count, removed: count, same: count, changed: count },
})
export type ComparedTotals = z.infer<typeof comparedTotals>

/** What a release would do, before it is done. */
export const releasePreview = z.object({
  set: resultSetNumber,
  hash: z.string(),
  /** People who are shown a result by it, and those who get a mail that it is there. */
  gets: count,
  mails: z.boolean(),
  /** Of those: who is shown something else than now, or something for the first time. */
  changes: count,
  first: count,
  /** Who gets nothing, by the reason. */
  nothing: z.record(z.enum(reasonsForNothing), count),
  /** People who are shown a result now and would be no longer. */
  loses: count,
  rows: z.array(
    z.object({
      row: z.string(),
      ...named,
      ...resultFigures.shape,
      /** Why this person gets nothing; missing if they get it. */
      nothing: z.optional(z.enum(reasonsForNothing)),
      /** What they are shown now. */
      shown: z.optional(resultFigures),
    }),
  ),
  next: z.optional(z.string()),
})
export type ReleasePreview = z.infer<typeof releasePreview>
