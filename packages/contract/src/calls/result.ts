import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

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
  }),
  refusals: ['NOT_FOUND'],
})
