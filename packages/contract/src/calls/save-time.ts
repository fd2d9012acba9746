import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing, seconds, text } from '../entities/fields.ts'
import { writer } from './writer.ts'

/** Saves the time left and used, in seconds, and where the learner is. The server keeps the lower of what it holds and this. */
export const saveTime = defineCall({
  name: 'saveTime',
  summary: 'Save the exam time',
  source: 'spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'assessment/api/assessment/savetime',
  access: 'signed-in',
  body: z.object({
    formRunGuid: guid,
    timeRemaining: seconds,
    elapsedTime: seconds,
    page: text(128),
    ClientTime: z.optional(text(40)),
    IsFromLocalStorage: z.optional(z.boolean()),
    ...writer,
  }),
  reply: nothing,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_SAVE'],
})
