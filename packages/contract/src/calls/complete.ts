import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answerDigest } from '../entities/answer-digest.ts'
import { guid, seconds, text } from '../entities/fields.ts'
import { sequence, writer } from './writer.ts'

/**
 * Completes a form run; a repeated call gets the same reply. `sequences` are the writer's saves that the completion includes:
 * if the server lacks some, it returns MISSING_REQUESTS with them, and the browser sends them first.
 */
export const complete = defineCall({
  name: 'complete',
  summary: 'Complete a form run',
  source: 'spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/complete',
  access: 'signed-in',
  largestBodyBytes: 4 * 1024 * 1024,
  body: z.object({
    formRunGuid: guid,
    timeRemaining: seconds,
    elapsedTime: seconds,
    /** The other spelling of `timeRemaining` (spec 3 §3). */
    examTimeRemaining: z.optional(seconds),
    ClientTime: z.optional(text(40)),
    /**
     * Set if time ran out, instead of the learner's choice: the completion isn't final while there is time left. Assumed if the
     * browser reports that no time is left.
     */
    timeOver: z.optional(z.boolean()),
    /** The number in the ledger up to which the browser knows added and stopped time. */
    ledgerNumber: z.optional(sequence),
    IsFromLocalStorage: z.optional(z.boolean()),
    ...writer,
    sequences: z.optional(z.array(sequence).check(z.maxLength(100_000))),
    /** Ours: all answers that the browser holds, from any writer; those that the server lacks are among the missing. */
    answers: z.optional(answerDigest),
  }),
  reply: z.object({ completed: z.literal(true), completedAt: z.string(), answers: z.number() }),
  refusals: ['NOT_FOUND', 'MISSING_REQUESTS', 'TIME_LEFT', 'CANNOT_SAVE'],
})
