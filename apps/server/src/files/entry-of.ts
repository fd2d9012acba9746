import type { UploadedFile } from '@sitwell/contract'
import type { UploadedFileTable } from '../db/schema.ts'

/** A file as the calls tell of it. */
export const entryOf = ({ file_guid, file_name, mime_type, uploaded_at, file_size }: UploadedFileTable): UploadedFile => ({
  guid: file_guid,
  fileName: file_name,
  mimeType: mime_type,
  dateTimeUploaded: new Date(uploaded_at).toISOString(),
  fileSize: file_size,
})
