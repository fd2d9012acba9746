import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answer, barred, maxWorkingsCharacters } from '../entities/answer.ts'
import { guid, seconds, text } from '../entities/fields.ts'
import { typed } from '../entities/typed.ts'
import { heard, savesSeal, writer } from './writer.ts'

/**
 * Saves the answer to one question; acknowledged once it is on disk. Times in seconds. `page` is the id of the question that
 * the learner is at. `questionVersionId` names the question. A request id that came before with another
 * question, answer, workings or sequence is refused. An answer in a part whose key was never given is refused as PART_SEALED, whatever
 * it contains.
 */
export const saveAnswer = defineCall({
  name: 'saveAnswer',
  summary: 'Save an answer',
  source: 'spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/saveanswer',
  access: 'signed-in',
  largestBodyBytes: 4 * 1024 * 1024,
  body: z.extend(answer, {
    timeRemaining: seconds,
    elapsedTime: seconds,
    page: text(128),
    formRunGuid: guid,
    questionNumber: z.number(),
    questionVersionId: guid,
    questionVersionNumber: z.number(),
    workings: z._default(text(maxWorkingsCharacters), ''),
    objectID: z.number(),
    /** Ours: the bookmark is kept with the question. */
    bookmarked: z.optional(z.boolean()),
    /** Ours: parts of the paper whose reading time the learner has skipped. */
    skippedReading: z.optional(z.array(guid).check(z.maxLength(1000))),
    /** Ours: what is left to read of the part of `page`, in seconds. */
    readingLeft: z.optional(seconds),
    /** When the browser says it was typed, ISO 8601; recorded, never trusted. */
    ClientTime: z.optional(text(40)),
    /** It was kept in the browser while it couldn't be sent. */
    IsFromLocalStorage: z.optional(z.boolean()),
    /** Ours: when it was typed, as far as the browser can know, for an answer that arrives after the end of its time. */
    typed: z.optional(typed),
    heard,
    heardSeal: savesSeal,
    ...writer,
  }),
  /**
   * `applied` is false if the server already held a newer one, or the time was over for longer than the grace; this one is kept
   * in the history. `standing` is the sequence of the newer one, so that whoever still continues from the older can number above it.
   * `late` is there where the time was over: it counts only once an invigilator lets it; with `review` it waits for that, because
   * it may have been given in time. What was given in time and could not arrive counts. One that comes after the completion counts
   * within the grace, and is refused as FORM_RUN_COMPLETED after it where it neither counts nor waits. `barred` is
   * there where it can't count at all. `saves` counts those of the form run up to this one, under `savesSeal`; it is there where the
   * request said `heard`, and the save was not there before.
   */
  reply: z.object({
    saved: z.literal(true),
    applied: z.boolean(),
    sequence: z.number(),
    standing: z.optional(z.number()),
    late: z.optional(z.literal(true)),
    barred: z.optional(barred),
    review: z.optional(z.literal(true)),
    saves: z.optional(z.number()),
    savesSeal,
    /** Of a late one: it came, or was typed, while the exam was paused. */
    paused: z.optional(z.literal(true)),
  }),
  refusals: ['NOT_FOUND', 'PART_SEALED', 'INVALID_ANSWER', 'FORM_RUN_COMPLETED', 'CANNOT_SAVE'],
})
