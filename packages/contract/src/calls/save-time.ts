import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, seconds, text } from '../entities/fields.ts'
import { heard, savesSeal, writer } from './writer.ts'

/** Saves the time left and used, in seconds, and where the learner is. The server keeps the lower of what it holds and this. */
export const saveTime = defineCall({
  name: 'saveTime',
  summary: 'Save the exam time',
  source: 'spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/savetime',
  access: 'signed-in',
  largestBodyBytes: 512 * 1024,
  body: z.object({
    formRunGuid: guid,
    timeRemaining: seconds,
    elapsedTime: seconds,
    page: text(128),
    ClientTime: z.optional(text(40)),
    IsFromLocalStorage: z.optional(z.boolean()),
    /** Ours: parts of the paper that the learner has finished, and those whose reading time they skipped. */
    completedParts: z.optional(z.array(guid).check(z.maxLength(1000))),
    skippedReading: z.optional(z.array(guid).check(z.maxLength(1000))),
    /** Ours: what is left to read of the part of `page`, in seconds. */
    readingLeft: z.optional(seconds),
    heard,
    heardSeal: savesSeal,
    ...writer,
  }),
  /** `saves`: how many the form run has taken, under `savesSeal`; there where the request said `heard`. */
  reply: z.object({ saves: z.optional(z.number()), savesSeal }),
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_SAVE'],
})
