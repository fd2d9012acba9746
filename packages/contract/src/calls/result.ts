import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/** What proves that a finished exam arrived: times by the server, and a checksum over the answers as it holds them. */
const receipt = z.object({
  formRunGuid: guid,
  /** ISO 8601. */
  completedAt: z.string(),
  /** Questions of which an answer is stored, also one that only says that its page was seen: what `checksum` is over. */
  answers: z.number(),
  /** Questions that are answered, all parts of them; absent from servers of before. */
  answered: z.optional(z.number()),
  /** Questions of which some parts are answered. */
  partly: z.optional(z.number()),
  /** SHA-256 in hexadecimal digits. */
  checksum: z.string(),
  /** SHA-256: the last hash of the form run's ledger, where it has one. */
  ledger: z.optional(z.string()),
  /** How many saves had come by then; absent if they aren't numbered. */
  saves: z.optional(z.number()),
  /** Questions of which an answer is on the server, whether it counts or not. */
  onServer: z.optional(z.number()),
  /** Of how many questions the newest answer came late, and what happened to it. */
  late: z.optional(
    z.object({
      counted: z.number(),
      /** For the exam's staff, who look at them. */
      waiting: z.number(),
      /** Too late, given in a pause, to a part that was closed or to be read only, or after a mark was told. */
      notCounted: z.object({ late: z.number(), paused: z.number(), closed: z.number(), markTold: z.number() }),
    }),
  ),
})

/** A text of a question or an answer: HTML, or as it was typed. */
const readText = z.object({ text: z.string(), isHtml: z.boolean() })

/**
 * What was given. A day is `YYYY-MM-DD`, to be written in the learner's language. Of a drawing its text is what was said of it; `svg` is what was drawn, made by the server of checked numbers, to be on
 * the picture `src`, which is `width` wide and `height` high.
 */
const givenText = z.extend(readText, {
  isDay: z.optional(z.literal(true)),
  drawing: z.optional(z.object({ svg: z.string(), src: z.string(), width: z.number(), height: z.number() })),
})

/** A question with what is said of its answer. */
const reviewedQuestion = z.object({
  questionId: guid,
  /** Counts from 1 through the whole exam. */
  number: z.number(),
  /** HTML. */
  text: z.string(),
  takesAnswer: z.boolean(),
  /** What was given, in words; empty if nothing was. */
  answer: z.array(z.object({ label: z.optional(readText), value: givenText })),
  /** Absent if the exam's mask shows no marks, or the question has none. */
  mark: z.optional(z.object({ score: z.number(), maxScore: z.number() })),
  /** What this answer earned of it, and no other. `title` is plain text, `html` HTML. */
  feedback: z.array(z.object({ title: z.optional(z.string()), html: z.string() })),
  /**
   * What markers wrote for the learner, as plain text; absent if nothing. `part`: the place of the part among those of the question, from 1.
   * If the question itself isn't shown after the exam, its text and answer are empty.
   */
  comments: z.optional(z.array(z.object({ part: z.optional(z.number().check(z.int())), text: z.string() }))),
})

/** The result of a completed form run (spec 3 §3). While `marked` is false the other figures are not the last word. */
export const result = defineCall({
  name: 'result',
  summary: 'The result of a form run',
  source: 'spec 3 §7',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/result',
  access: 'signed-in',
  query: z.object({ formRunGuid: guid }),
  reply: z.object({
    marked: z.boolean(),
    score: z.number(),
    maxScore: z.number(),
    percentScore: z.number(),
    grade: z.string(),
    pass: z.nullable(z.boolean()),
    immediateResitAvailable: z.boolean(),
    formRunID: z.number(),
    feedbackMessage: z.string(),
    feedbackMessageID: z.nullable(z.number()),
    /** Ours: nothing of the result is shown before somebody confirms it, so that it is no use to ask again soon. */
    resultStillBeingProcessed: z.optional(z.literal(true)),
    /** Ours: answers that wait for a person to mark them, while `marked` is false. */
    awaitingPerson: z.optional(z.number()),
    /** Ours: what could be marked, while other answers wait for a person; absent if the exam's mask shows no marks. */
    soFar: z.optional(
      z.object({
        score: z.number(),
        /** The most that the answers that wait may come to. */
        waiting: z.number(),
      }),
    ),
    /** Ours: an answer came after the completion, and what it came to is held back until the grace is over. */
    held: z.optional(z.boolean()),
    /** Ours: the questions of whose answers something is said, in the order of the exam; absent if nothing is, or may be yet. */
    questionFeedback: z.optional(z.array(reviewedQuestion)),
    /** Ours: of a completed form run. */
    receipt: z.optional(receipt),
  }),
  refusals: ['NOT_FOUND', 'RESULTS_OVER'],
})
