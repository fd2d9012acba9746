import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing } from '../entities/fields.ts'
import { chosen } from '../entities/typed.ts'

/**
 * Deletes an uploaded file; deleting a deleted one answers as the first time. With its form run, one that has not come yet is deleted
 * too: its upload may be on the way, given up by the browser, and is answered then as one that was deleted since. A deletion is judged
 * as an answer is; where it doesn't count, the file stays, and the refusal says why.
 */
export const deleteFile = defineCall({
  name: 'deleteFile',
  summary: 'Delete an uploaded file',
  source: 'spec 3 §7',
  method: 'DELETE',
  base: 'api',
  path: 'files/api/Files/delete/:fileGuid',
  access: 'signed-in',
  params: z.object({ fileGuid: guid }),
  /** Ours: its form run, and when the learner wanted it, as far as the browser can know. */
  query: z.object({ formRunGUID: z.optional(guid), ...chosen }),
  reply: nothing,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'PART_CLOSED', 'READING_TIME', 'TIME_OVER', 'EXAM_PAUSED', 'CANNOT_SAVE'],
})
