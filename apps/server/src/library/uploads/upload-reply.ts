import type { LibraryUpload } from '@sitwell/contract'
import type { Upload } from './queries.ts'
import { readResult } from './read-result.ts'
import { uploadLastsMs } from './sweep-uploads.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Titles of lessons that are listed. */
const mostLessons = 500

/** What a call tells of an upload. */
export const uploadReply = (row: Upload): LibraryUpload => {
  const { upload_id, file_name, file_size, received, state, made_at, stored_at, items_read, grave } = row
  const result = readResult(row.result)
  return {
    uploadId: upload_id,
    fileName: file_name,
    fileSize: file_size,
    received,
    state,
    madeAt: iso(made_at),
    expiresAt: iso((stored_at ?? made_at) + uploadLastsMs),
    itemsRead: items_read,
    problems: result?.is === 'refused' ? result.problems : [],
    ...(result?.is === 'exam' && row.exam_guid !== null && { exam: examReply(row.exam_guid, row.version ?? 1, result) }),
    ...(result?.is === 'course' && { course: courseReply(result) }),
    hasGraveLosses: grave === 1,
    ...(row.report_hash !== null && { reportHash: row.report_hash }),
  }
}

type ResultOf<T extends 'exam' | 'course'> = Extract<NonNullable<ReturnType<typeof readResult>>, { readonly is: T }>

const examReply = (
  examGuid: string,
  version: number,
  { summary: { name, questions, marks, sections }, outcome, totals }: ResultOf<'exam'>,
): LibraryUpload['exam'] => ({ examGuid, version, name, questions, marks, sections: [...sections], outcome, totals })

const courseReply = ({ course, files, outcome, beside, stored }: ResultOf<'course'>): LibraryUpload['course'] => ({
  name: course.name,
  standard: course.standard,
  lessons: course.scos.slice(0, mostLessons).map(({ title }) => title),
  files,
  outcome,
  beside: [...beside],
  ...stored,
})
