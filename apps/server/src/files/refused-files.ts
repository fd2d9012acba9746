import { checkFile, cleanFileName, type FileError, fileErrors } from '@sitwell/exam/answers/file-checks'
import type { LoadedExam } from '../assessment/form-run/index.ts'
import type { Config } from '../config.ts'
import type { FormRunTable, UploadedFileTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { type FileLimits, mostFiles } from './file-limits.ts'
import { type FileJudgement, takesFiles } from './judge-file.ts'

const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/

/** A file's name and type as they are kept, whatever its sender calls them. */
export const storedNames = (fileName: string, mimeType: string) => ({
  name: cleanFileName(fileName),
  type: mediaType.test(mimeType) ? mimeType : 'application/octet-stream',
})

/** A no if nothing is kept of a file that is judged so: of a part that isn't open, or after the completion. */
export const refusalOfJudged = (
  run: Pick<FormRunTable, 'completed_at'>,
  { bar, verdict }: Pick<FileJudgement, 'bar' | 'verdict'>,
) => {
  if (bar === 'closed') return refuse('PART_CLOSED', 'The part that the file belongs to was closed before it was chosen.')
  if (bar === 'reading') return refuse('READING_TIME', 'The part that the file belongs to is to be read only.')
  if (verdict === 'late' && run.completed_at !== null)
    return refuse('FORM_RUN_COMPLETED', 'The form run was completed before; it takes no more files.')
  return undefined
}

/** A no by what the file is. */
export const refusalOfFile = (
  file: { readonly name: string; readonly type: string; readonly size: number },
  limits: FileLimits,
) => {
  const error = checkFile(file, limits)
  return error && refusalOfError(error)
}

export const refusalOfError = (error: FileError) =>
  error === fileErrors.tooLarge
    ? refuse('BODY_TOO_LARGE', 'The file is larger than this exam takes.')
    : refuse('INVALID_FILE', error === fileErrors.tooSmall ? 'The file is too small.' : 'The file is of a type not taken here.')

/** A no where a form run that has all these files, deleted ones among them, has no room for one of this many bytes. */
export const tooManyFiles = () => refuse('TOO_MANY_FILES', 'The form run has as many files as it may have.')

export const refusalOfFull = (
  all: readonly UploadedFileTable[],
  { maxUploaded }: FileLimits,
  { size, most: { largestFilesBytes } }: { readonly size: number; readonly most: Pick<Config, 'largestFilesBytes'> },
) => {
  const standing = all.filter(({ deleted_at }) => deleted_at === null)
  const bytes = standing.reduce((sum, { file_size }) => sum + file_size, size)
  const isFull = maxUploaded > 0 && standing.length >= maxUploaded
  return isFull || all.length >= mostFiles || bytes > largestFilesBytes ? tooManyFiles() : undefined
}

export const wrongHash = () => refuse('WRONG_HASH', 'The bytes that came are not those of the file that was announced.')

/** A file belongs to a question that takes files, or to none. */
export const refusalOfQuestion = (loaded: LoadedExam, questionId: string | null) =>
  questionId === null || takesFiles(loaded, questionId)
    ? undefined
    : refuse('INVALID_REQUEST', 'No file is asked for there.', {
        details: [{ path: 'body.question', message: 'no question of this exam that takes files' }],
      })
