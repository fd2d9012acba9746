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
  /** Ours: the question at which it was chosen; absent if its browser named none. */
  questionId: z.optional(z.string()),
  /** Ours: it came after the time was over, and counts only once the exam's staff let it. */
  late: z.optional(z.literal(true)),
  /** Ours: of a late one, that it waits for that, because it may have been chosen in time. */
  review: z.optional(z.literal(true)),
  /** Ours: of a late one, that it came, or was chosen, while the exam was paused. */
  paused: z.optional(z.literal(true)),
  /** Ours: no scanner has looked at it yet; it is held until one has. */
  unscanned: z.optional(z.literal(true)),
  /** Ours: a scanner found something harmful in it after it had come: nobody is given it. */
  infected: z.optional(z.literal(true)),
})
export type UploadedFile = z.infer<typeof uploadedFile>
