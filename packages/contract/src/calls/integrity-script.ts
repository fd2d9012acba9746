import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { proctoringSessionId } from '../entities/proctoring.ts'
import { refusalsOfAdmission } from '../refusals.ts'

/** The signed address of the integrity monitor's script for the caller and an exam of theirs, and the one page that may load it. */
export const integrityScript = defineCall({
  name: 'integrityScript',
  summary: "The integrity monitor's script",
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'proctor/api/IntegrityAdvocate/script',
  access: 'signed-in',
  query: z.object({ scheduleGuid: guid }),
  reply: z.object({
    url: z.string(),
    proctoringSessionID: proctoringSessionId,
    /** A query for the exam's address: only a page that was opened with it may load the script, and for a few minutes. */
    pass: z.string(),
  }),
  refusals: [...refusalsOfAdmission, 'PROCTORING_DATA_MISSING', 'PROCTORING_UNAVAILABLE'],
})
