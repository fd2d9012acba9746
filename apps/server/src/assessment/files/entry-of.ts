import type { UploadedFile } from '@sitwell/contract'
import type { UploadedFileTable } from '../../db/schema.ts'

/** Whether a file came too late and nobody let it count. */
export const isLate = ({ outcome, accepted_at }: Pick<UploadedFileTable, 'outcome' | 'accepted_at'>): boolean =>
  accepted_at === null && (outcome === 'over-time' || outcome === 'in-pause' || outcome === 'review')

/** A file as the calls tell of it. */
export const entryOf = (file: UploadedFileTable): UploadedFile => ({
  guid: file.file_guid,
  fileName: file.file_name,
  mimeType: file.mime_type,
  dateTimeUploaded: new Date(file.uploaded_at).toISOString(),
  fileSize: file.file_size,
  ...(file.question_id !== null && { questionId: file.question_id }),
  ...(isLate(file) && { late: true }),
  ...(isLate(file) && file.outcome === 'review' && { review: true }),
  ...(isLate(file) && file.outcome === 'in-pause' && { paused: true }),
  ...((file.scan === 'waiting' || file.scan === 'too-large') && { unscanned: true }),
  ...(file.scan === 'infected' && { infected: true }),
})
