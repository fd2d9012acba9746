import * as z from 'zod/mini'
import { answerOption } from './answer.ts'
import { text } from './fields.ts'

const count = z.number().check(z.int(), z.nonnegative())
const userID = z.number().check(z.int())
/** Whole billionths of marks; below 0 if a question has a penalty. */
const billionths = z.number().check(z.int())

/** The number of a version of the rules: 0 is that of a delivery about which nobody has decided anything. */
export const rulesVersionNumber = z.number().check(z.int(), z.nonnegative())

/** Most decisions about the questions of one delivery. */
export const mostResultDecisions = 500
/** Most grade boundaries of one delivery. */
export const mostResultBoundaries = 50

/** An exact part of the marks that somebody could have: `marks` of `of`. Two thirds are 2 of 3; 66.67 % is 6667 of 10000. */
export const markShare = z
  .object({
    marks: z.number().check(z.int(), z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER)),
    of: z.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
  })
  .check(z.refine(({ marks, of }) => marks <= of, 'more than all marks'))
export type MarkShare = z.infer<typeof markShare>

/** A grade, and the least part of the marks that reaches it. Whoever has exactly that has reached it. */
export const resultBoundary = z.object({
  grade: z.string().check(z.minLength(1), z.maxLength(100)),
  from: markShare,
  pass: z.boolean(),
})
export type ResultBoundary = z.infer<typeof resultBoundary>

export const resultDecisionKinds = ['accept', 'full', 'neutralise', 'neutralise-if-better'] as const
export type ResultDecisionKind = (typeof resultDecisionKinds)[number]

/** An answer that is right too, as somebody gave it. Essays are marked by persons, so it is short. */
export const acceptedAnswer = z.object({
  answerText: text(20_000),
  options: z._default(z.array(answerOption).check(z.maxLength(1000)), []),
  otherText: z.optional(text(20_000)),
})
export type AcceptedAnswer = z.infer<typeof acceptedAnswer>

/**
 * A decision about a question, in every version of the exam that has it. `accept`: another answer (`also`) is right too; `full`: everybody who was asked has all marks;
 * `neutralise`: it counts neither for nor against anybody; `neutralise-if-better`: the same for those alone whom it helps. `down`: what happens to those who come to less
 * by it: they do (`apply`), or they keep what they come to without it (`keep`). Nobody comes to less by any kind but `neutralise`.
 */
export const resultDecision = z.object({
  questionID: text(128),
  kind: z.enum(resultDecisionKinds),
  also: z.optional(acceptedAnswer),
  down: z.enum(['apply', 'keep']),
})
export type ResultDecision = z.infer<typeof resultDecision>

/**
 * A change of the rules of a delivery. What it doesn't name stays. `decide` adds decisions: one of another kind replaces all that there are about its question, and an
 * `accept` stands beside other `accept`s. `takeBack`: the questions about which nothing is decided any more, before `decide`. `boundaries` and `passMark`: null goes back
 * to those of the exam. `restore`: all is as in that version (0: as nobody had decided anything), and nothing else may stand beside it.
 */
export const resultRulesChange = z.object({
  /** The newest version that the caller has seen. */
  basedOn: rulesVersionNumber,
  decide: z.optional(z.array(resultDecision).check(z.maxLength(mostResultDecisions))),
  takeBack: z.optional(z.array(text(128)).check(z.maxLength(mostResultDecisions))),
  boundaries: z.optional(z.nullable(z.array(resultBoundary).check(z.minLength(1), z.maxLength(mostResultBoundaries)))),
  passMark: z.optional(z.nullable(markShare)),
  restore: z.optional(rulesVersionNumber),
})
export type ResultRulesChange = z.infer<typeof resultRulesChange>

/** A version of the rules of a delivery. None is ever changed. */
export const resultRulesVersion = z.object({
  version: rulesVersionNumber,
  decisions: z.array(resultDecision),
  /** Missing: those of the exam count. */
  boundaries: z.optional(z.array(resultBoundary)),
  passMark: z.optional(markShare),
  /** Who made it. */
  author: z.object({ userID: z.optional(userID), name: z.string() }),
  /** ISO 8601. */
  at: z.string(),
  reason: z.string(),
  /** It made all as it was in this version. */
  restored: z.optional(rulesVersionNumber),
})
export type ResultRulesVersion = z.infer<typeof resultRulesVersion>

/** What a version of an exam says of grades: percentages, which are compared with the rounded percentage of a result. */
export const examGrades = z.object({
  version: z.number(),
  boundaries: z.array(z.object({ grade: z.string(), fromPercent: z.number(), pass: z.boolean() })),
  passMark: z.optional(z.number()),
})
export type ExamGrades = z.infer<typeof examGrades>

/** What somebody comes to. Without grade and pass while an answer waits for its mark. */
export const rulesFigures = z.object({
  score: billionths,
  max: billionths,
  /** Rounded once, half up, to two decimals. */
  percent: z.number(),
  /** Empty: none is reached. */
  grade: z.string(),
  /** Null if nothing is said of passing. */
  passed: z.nullable(z.boolean()),
})
export type RulesFigures = z.infer<typeof rulesFigures>

/** Which people a preview lists. `kept`: who would go down by a decision, and keeps the result without it; `person`: a person marked an answer that is accepted. */
export const shownRulesRows = ['moved', 'up', 'down', 'grade', 'passes', 'fails', 'settled', 'kept', 'person'] as const
export type ShownRulesRows = (typeof shownRulesRows)[number]

/** Somebody whom a change moves. */
export const resultRulesRow = z.object({
  userID,
  firstName: z.string(),
  lastName: z.string(),
  before: rulesFigures,
  after: rulesFigures,
})
export type ResultRulesRow = z.infer<typeof resultRulesRow>

/** What a decision does in one version of the exam. */
export const decisionInVersion = z.object({
  examVersion: z.number(),
  /**
   * `missing`: the version has no such question. `cannot-accept`: no answer can be accepted there, because persons mark it, it has no marks, or what somebody types is about values that are drawn
   * for them alone.
   */
  state: z.enum(['applies', 'missing', 'cannot-accept']),
  /** People who sat this version. */
  sat: count,
  /** Those of them who were asked the question. */
  asked: count,
  /** Those whose marks for it change. */
  changed: count,
})

/** What a change of the rules would do. Marks are compared as percentages, exactly, since what can be reached may differ from person to person. */
export const resultRulesPreview = z.object({
  /** Names what is previewed: `officeApplyResultRules` takes it. */
  hash: z.string(),
  /** All whose results are there. */
  people: count,
  up: count,
  down: count,
  same: count,
  /** Whose results aren't there yet, because answers wait for marks; they are in none of the other numbers. */
  waiting: count,
  /** Whose results are there only after the change, because what they wait for no longer counts; they are in none of the other numbers. */
  settled: count,
  /** Who would go down by a decision, and keeps the result without it. */
  kept: count,
  grade: count,
  passes: count,
  fails: count,
  /** How many have each grade, in the order of the boundaries, the highest first; an empty name: none. */
  grades: z.array(z.object({ grade: z.string(), before: count, after: count })),
  /** The decisions of the change, each with what it does in every version that was sat. */
  decisions: z.array(
    z.object({
      decision: resultDecision,
      versions: z.array(decisionInVersion),
      /** Who gave an accepted answer that a person has marked: those marks stay. */
      byPerson: count,
    }),
  ),
  /** By how far they move, the farthest first. */
  rows: z.array(resultRulesRow),
  next: z.optional(z.string()),
  /** When this was read, as ISO 8601. */
  asOf: z.string(),
})
export type ResultRulesPreview = z.infer<typeof resultRulesPreview>

/** The exact marks of everybody, a column each: the same place in every column is the same person. */
export const resultCurve = z.object({
  rulesVersion: rulesVersionNumber,
  userIDs: z.array(userID),
  /** First and last name, or the name to sign in with; empty for whoever was erased. */
  names: z.optional(z.array(z.string())),
  scores: z.array(billionths),
  maxes: z.array(billionths),
  /** The place in `exams` of the version that each sat. */
  exam: z.array(count),
  exams: z.array(examGrades),
  /** People whose answers wait for marks: they are in no column. */
  waiting: count,
  asOf: z.string(),
})
export type ResultCurve = z.infer<typeof resultCurve>

/** An answer that was given to a question, as one of those who gave it did; others wrote it otherwise and mean the same to the key. */
export const givenAnswer = z.object({
  answer: acceptedAnswer,
  /** The same in words, without markup. */
  text: z.string(),
  count,
  /** The mean of what it has, from 0 to 1 of the marks of the question; missing while all of them wait for marks. */
  facility: z.optional(z.number()),
  /** Its key gives it all marks. */
  isRight: z.boolean(),
  /** A decision in force accepts it. */
  isAccepted: z.boolean(),
  /** How many of them a person has marked. */
  byPerson: count,
})
export type GivenAnswerRow = z.infer<typeof givenAnswer>
