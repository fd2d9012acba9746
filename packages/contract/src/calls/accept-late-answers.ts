import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId } from '../entities/fields.ts'

/**
 * Lets the answers count that came too late for a form run, of each question the newest: where the network was away, and not the
 * learner late. A completed form run is marked again.
 */
export const acceptLateAnswers = defineCall({
  name: 'acceptLateAnswers',
  summary: 'Let late answers count',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'dashboard/api/formrun/acceptlate',
  access: 'invigilator',
  body: z.object({ formRunGuid: guid, requestId }),
  /** How many questions have another answer by it. */
  reply: z.object({ accepted: z.number() }),
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})
