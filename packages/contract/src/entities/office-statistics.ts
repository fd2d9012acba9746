import * as z from 'zod/mini'
import { resultDecision } from './office-result-rules.ts'

const count = z.number().check(z.int(), z.nonnegative())

/** A figure, or why there is none: of fewer than ten people nothing is computed, and what is the same for all has no correlation. */
const figure = z.union([z.number(), z.enum(['too-few', 'no-variation'])])
export type StatisticsFigure = z.infer<typeof figure>

/** `drawn`: not everybody was asked the same questions. */
const reliability = z.union([figure, z.literal('drawn')])
/** `left-out`: by what was decided about the question, it tells nobody apart. */
const leftOut = z.literal('left-out')

export const questionStatistics = z.object({
  id: z.string(),
  /** Its place in the exam, from 1. */
  number: count,
  /** Its first words, without markup. */
  text: z.string(),
  type: z.string(),
  maxMarks: z.number(),
  /** People whose marks the facility is of. */
  people: count,
  omitted: count,
  notReached: count,
  /** Answers that wait for somebody to mark them. */
  unmarked: count,
  facility: figure,
  uncorrected: z.union([figure, leftOut]),
  corrected: z.union([figure, leftOut]),
  alphaWithout: z.union([reliability, leftOut]),
  /** What was decided about the question. A neutralised one is in no total, and one with full marks for all gives them to everybody who was asked; its own figures are of the marks before. */
  decided: z.optional(resultDecision.shape.kind),
  /** By the fifth of the total, the lowest first: how many people, and their mean marks as a share of the most. Missing from older servers. */
  fifths: z.optional(z.array(z.object({ people: count, facility: z.optional(z.number()) }))),
  options: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      /** People who chose it, by the fifth of their total: the lowest first. */
      byFifth: z.array(count),
      correlation: figure,
    }),
  ),
})
export type QuestionStatisticsRow = z.infer<typeof questionStatistics>

/** The statistics of a version of an exam. Marks and errors are in marks, facilities and correlations from −1 to 1. */
export const examStatistics = z.object({
  examName: z.string(),
  version: count,
  /** Versions that somebody has sat, the newest first. */
  versions: z.array(count),
  /** People in the totals. */
  people: count,
  /** Sittings that are in no figure, or in no total, by the reason. */
  excluded: z.object({
    /** They continue, or were opened again. */
    open: count,
    /** Of whoever has sat the exam before. */
    later: count,
    practice: count,
    /** Some of their answers wait for marks: they are in the figures of their other questions. */
    unmarked: count,
  }),
  /** Of the questions that count. */
  maxMarks: z.number(),
  /** Of a delivery: the version of its result rules that the figures go by; 0: nothing is decided. Missing for all deliveries together, whose figures are of the marks before decisions. */
  rulesVersion: z.optional(count),
  /** For all deliveries together: in how many of them something is decided about the marks of questions, which these figures leave aside. */
  decidedElsewhere: z.optional(count),
  mean: figure,
  standardDeviation: figure,
  alpha: reliability,
  standardError: reliability,
  questions: z.array(questionStatistics),
  /** When this was read, as ISO 8601. */
  asOf: z.string(),
})
export type ExamStatisticsReply = z.infer<typeof examStatistics>
