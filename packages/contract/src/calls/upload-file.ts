import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, requestId, text } from '../entities/fields.ts'
import { chosen } from '../entities/typed.ts'
import { longestFileName, uploadedFile } from '../entities/uploaded-file.ts'

/**
 * Uploads a file of evidence; acknowledged once all of it is on disk. It is judged as an answer is: what was chosen in time and could not
 * arrive counts. What came too late is kept, and the reply says `late`, with `review` where it waits for the exam's staff; after the
 * completion what neither counts nor waits is refused as FORM_RUN_COMPLETED. Nothing is taken for a part that was closed before it was
 * chosen, or is to be read only. One that was announced by `announceFile` is judged by its announcement too.
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
    /** Ours: the id of the question at which it was chosen. */
    question: z.optional(guid),
    /** Ours: when it was chosen, as far as the browser can know. */
    ...chosen,
  }),
  reply: uploadedFile,
  refusals: [
    'NOT_FOUND',
    'INVALID_FILE',
    'TOO_MANY_FILES',
    'FORM_RUN_COMPLETED',
    'PART_SEALED',
    'PART_CLOSED',
    'READING_TIME',
    'WRONG_HASH',
    'CANNOT_SAVE',
  ],
})
