import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'

/**
 * A file of an exam's package. Its bytes are the answer, not JSON. The exam's guid and the version stand in the path, so that
 * relative addresses in content keep working. `token` lets an image element load it, which sends no headers.
 */
export const resource = defineCall({
  name: 'resource',
  summary: 'A file of an exam',
  source: 'spec 2 §7',
  method: 'GET',
  base: 'api',
  path: 'resource/exam/:examGuid/:version/*',
  access: 'anyone',
  params: z.object({ examGuid: guid, version: queryNumber, '*': text(500) }),
  query: z.object({ orgID: queryNumber, token: z.optional(text(500)) }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'EXAM_PAUSED', 'PART_SEALED'],
})
