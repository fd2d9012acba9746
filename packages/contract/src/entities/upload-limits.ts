import * as z from 'zod/mini'
import { text } from './fields.ts'

const most = z.number().check(z.int(), z.nonnegative())

/**
 * What an organisation says of uploads beyond the types that it takes: the JSON in its setting `AssignmentUploadLimits`. Sizes are
 * bytes; 0 is no limit (spec 3 §9).
 */
export const uploadLimits = z.object({
  /** Types that are refused: extensions, media types or `type/*`. */
  rejected: z._default(z.array(text(128)), []),
  minSize: z._default(most, 0),
  /** A file of exactly this size is refused too. */
  maxSize: z._default(most, 0),
  /** Files that may wait to be uploaded at once. */
  maxQueued: z._default(most, 0),
  /** Files that a form run may have on the server. */
  maxUploaded: z._default(most, 0),
  /** Whether several files may be chosen at once. */
  multiple: z._default(z.boolean(), true),
  /** Whether an upload starts as soon as its file is chosen. */
  instant: z._default(z.boolean(), true),
})
export type UploadLimits = z.infer<typeof uploadLimits>

/** Reads the setting. What can't be read is as if nothing were set, so that a slip of the pen closes nobody's uploads. */
export const readUploadLimits = (setting: string | null | undefined): UploadLimits => {
  try {
    return z.parse(uploadLimits, JSON.parse(setting ?? '{}'))
  } catch {
    return z.parse(uploadLimits, {})
  }
}
