import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber } from '../entities/fields.ts'
import { refusalsOfAdmission } from '../refusals.ts'
import { examStartQuery } from './exam-start-query.ts'

/** Starts the form run of a schedule, or answers the one that it has: calling it twice starts nothing twice. */
export const start = defineCall({
  name: 'start',
  summary: 'Start or resume a form run',
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/start',
  access: 'signed-in',
  query: z.object({
    ...examStartQuery,
    /** Ours: as the content said it that the learner has before them; where it was imported again since, it can't start. */
    importedAt: z.optional(queryNumber),
  }),
  reply: z.object({
    formRunGUID: guid,
    /** Ours: the part in which the exam began, where its content holds it sealed, and its key: 32 bytes in base64url. */
    firstPart: z.optional(z.object({ partId: guid, key: z.string() })),
  }),
  refusals: [...refusalsOfAdmission, 'PROCTORING_REQUIRED', 'SAFE_EXAM_BROWSER_REQUIRED'],
})
