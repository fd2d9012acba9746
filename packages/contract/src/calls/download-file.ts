import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/** An uploaded file. Its bytes are the answer, not JSON, to be saved by the browser and never shown by it. */
export const downloadFile = defineCall({
  name: 'downloadFile',
  summary: 'Download an uploaded file',
  source: 'spec 3 §7',
  method: 'GET',
  base: 'api',
  path: 'files/api/Files/download/:fileGuid',
  access: 'signed-in',
  params: z.object({ fileGuid: guid }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'EXAM_PAUSED'],
})
