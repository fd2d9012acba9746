import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing } from '../entities/fields.ts'
import { chosen } from '../entities/typed.ts'

/**
 * Deletes an uploaded file; a repeated call gets the same reply. With its form run, a file that has not arrived is deleted too:
 * its upload may still be under way although the browser gave up, and then gets the reply for a deleted file. A deletion is
 * judged as an answer is: if it doesn't count, the file stays, and the refusal has the reason.
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
