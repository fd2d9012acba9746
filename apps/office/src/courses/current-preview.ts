import type { Failure } from '@sitwell/client/api'
import { type CourseChangePreview, courseChangePreview } from '@sitwell/contract'
import * as z from 'zod/mini'

/** The preview that holds now, of a change that was refused because another had come before it. */
export const currentPreview = (failure: Failure): CourseChangePreview | undefined => {
  if (failure.kind !== 'refused' || failure.code !== 'CHANGED_MEANWHILE') return undefined
  const read = z.safeParse(courseChangePreview, failure.current)
  return read.success ? read.data : undefined
}
