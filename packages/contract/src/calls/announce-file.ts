import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { chosen } from '../entities/typed.ts'
import { longestFileName, uploadedFile } from '../entities/uploaded-file.ts'

/**
 * Tells the server of a file before its bytes: what was announced in time counts although its bytes come later, by the rule and within
 * the hours of late answers, because its hash says that it is the same. The bytes come by `uploadFile`, or piece by piece at
 * `resumableFilePath`; those that make another hash are refused as WRONG_HASH. The same announcement again answers how far the bytes
 * are, and the file once the server has the whole of it.
 */
export const announceFile = defineCall({
  name: 'announceFile',
  summary: 'Announce a file with its hash, and ask how far it is',
  source: 'ours',
  method: 'POST',
  base: 'api',
  path: 'files/api/Files/announce',
  access: 'signed-in',
  body: z.object({
    formRunGUID: guid,
    /** Becomes the file's guid; that of `uploadFile` too. */
    requestId: z.uuid(),
    fileName: text(longestFileName),
    mimeType: text(255),
    /** Bytes. */
    fileSize: z.int().check(z.nonnegative()),
    /** Hexadecimal, in small letters. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** The file whose place it takes; the caller deletes that one. */
    replaces: z.optional(guid),
    /** The id of the question at which it was chosen. */
    question: z.optional(guid),
    /** When it was chosen, as far as the browser can know. */
    ...chosen,
  }),
  reply: z.object({
    /** Bytes that are on the server, from the first on. */
    received: z.number(),
    /** Set after the file has arrived; nobody can see it before. */
    file: z.optional(uploadedFile),
  }),
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
