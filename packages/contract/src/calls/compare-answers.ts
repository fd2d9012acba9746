import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answerDigest } from '../entities/answer-digest.ts'
import { guid } from '../entities/fields.ts'
import { heard, savesSeal, sequence } from './writer.ts'

/**
 * Compares what a browser holds of a form run with what the server has, which may be less: its database may have been set back.
 * `lacking` are the sequences that the server has neither at their question, nor below a newer one, nor in the history; the browser
 * sends them again as they were. `lackingFiles` are the files that were acknowledged and aren't there, `undeletedFiles` those that
 * were deleted and are there again. The browser numbers its saves after `lastSequence` from then on.
 */
export const compareAnswers = defineCall({
  name: 'compareAnswers',
  summary: 'Compare the data of a browser with the server',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/compareanswers',
  access: 'signed-in',
  largestBodyBytes: 4 * 1024 * 1024,
  body: z.object({
    formRunGuid: guid,
    answers: answerDigest,
    files: z._default(z.array(guid).check(z.maxLength(1000)), []),
    /** Files whose deletion was acknowledged. */
    deletedFiles: z.optional(z.array(guid).check(z.maxLength(1000))),
    /** The highest number that this browser has used. */
    lastSequence: z.optional(sequence),
    heard,
    heardSeal: savesSeal,
  }),
  reply: z.object({
    lacking: z.array(z.number()),
    lackingFiles: z.array(guid),
    undeletedFiles: z.optional(z.array(guid)),
    lastSequence: z.number(),
    completed: z.boolean(),
    saves: z.number(),
    savesSeal,
  }),
  refusals: ['NOT_FOUND'],
})
