import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, nothing } from '../entities/fields.ts'

/**
 * Deletes an uploaded file; deleting a deleted one answers as the first time. With its form run, one that has not come yet is deleted
 * too: its upload may be on the way, given up by the browser, and is answered then as one that was deleted since.
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
  /** Ours. */
  query: z.object({ formRunGUID: z.optional(guid) }),
  reply: nothing,
  refusals: ['NOT_FOUND', 'FORM_RUN_COMPLETED', 'CANNOT_SAVE'],
})
