import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'

/**
 * The results of a downloadable practice exam as a PDF. Its bytes are the answer, not JSON. The address comes from the hub, with a
 * token that opens this one file for an hour: a link that is clicked sends no headers.
 */
export const practiceResultsFile = defineCall({
  name: 'practiceResultsFile',
  summary: 'The results of a practice exam as a PDF',
  source: 'spec 3 §4',
  method: 'GET',
  base: 'api',
  path: 'formrun/api/PracticeResults/:formRunGuid',
  access: 'anyone',
  params: z.object({ formRunGuid: guid }),
  query: z.object({ token: text(2000) }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'BUSY'],
})
