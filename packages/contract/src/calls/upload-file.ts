import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import { longestFileName, uploadedFile } from '../entities/uploaded-file.ts'

/**
 * Uploads a file of evidence; acknowledged once all of it is on disk. One that comes after the completion is taken within the grace,
 * and refused as FORM_RUN_COMPLETED after it.
 */
export const uploadFile = defineCall({
  name: 'uploadFile',
  summary: 'Upload a file',
  source: 'spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'files/api/Files/upload',
  access: 'signed-in',
  encoding: 'multipart',
  file: 'file',
  body: z.object({
    formRunGUID: guid,
    /** Ours: becomes the file's guid, so that a repeated request makes no second file, and one whose answer was lost can be deleted. */
    requestId,
    /** Ours: the name as the learner's computer has it, which the head of a part can't carry whole. */
    fileName: z.optional(text(longestFileName)),
    /** Ours: the file whose place it takes; the caller has deleted that one. */
    replaces: z.optional(guid),
  }),
  reply: uploadedFile,
  refusals: ['NOT_FOUND', 'INVALID_FILE', 'TOO_MANY_FILES', 'FORM_RUN_COMPLETED', 'CANNOT_SAVE'],
})
