import * as z from 'zod/mini'
import { guid } from './fields.ts'

/** The most characters of a file's name. */
export const longestFileName = 255

/** A file that a learner has uploaded (spec 3 §3); its guid is its index. `dateTimeUploaded` is ISO 8601, `fileSize` bytes. */
export const uploadedFile = z.object({
  guid,
  fileName: z.string(),
  mimeType: z.string(),
  dateTimeUploaded: z.string(),
  fileSize: z.number(),
})
export type UploadedFile = z.infer<typeof uploadedFile>
