import type { MarkedFile, Question } from '@sitwell/contract'
import { asksForFiles } from '@sitwell/question-types/rules'
import { bytesOf, isLate, MissingChunk, selectFiles } from '../../assessment/files/index.ts'
import type { RunPlace } from '../../assessment/form-run/index.ts'
import type { Database } from '../../db/database.ts'
import type { UploadedFileTable } from '../../db/schema.ts'
import { type FileKind, fileKindOf } from './file-kind.ts'
import { mostPictureBytes } from './picture-without-metadata.ts'

const harmful: FileKind = { kind: 'other', mediaType: 'application/octet-stream' }

/** Kinds that were found, by the bytes: the same bytes are of the same kind for ever. */
const known = new Map<string, FileKind>()
const mostKnown = 10_000

const kindOf = async (database: Database, file: UploadedFileTable): Promise<FileKind> => {
  const found = known.get(file.sha256)
  if (found) return found
  try {
    const head = await bytesOf(database, file).next()
    const seen = await fileKindOf(head.value ?? new Uint8Array())
    // One that is too large to be written anew would go out with all that its camera wrote into it.
    const kind = seen.kind === 'picture' && file.file_size > mostPictureBytes ? harmful : seen
    if (known.size >= mostKnown) known.clear()
    known.set(file.sha256, kind)
    return kind
  } catch (error) {
    if (error instanceof MissingChunk) return harmful
    throw error
  }
}

/** A file of a response with its row. */
export interface FoundFile {
  readonly row: UploadedFileTable
  readonly shown: MarkedFile
}

/**
 * The files that count for a question, in the order in which they stand, without their names. Those that came too late and that nobody let count are not
 * there, and neither are those that were deleted. Files whose browser did not say at which question they were chosen are with each question that asks for some.
 */
export const filesOfResponse = async (database: Database, place: RunPlace, question: Question): Promise<FoundFile[]> => {
  const all = await selectFiles(database, place)
  const counted = all.filter((file) => file.deleted_at === null && !isLate(file))
  const here = counted.filter(
    ({ question_id }) => question_id === question.id || (question_id === null && asksForFiles(question)),
  )
  return Promise.all(
    here.map(async (row, file) => {
      const isHarmful = row.scan === 'infected'
      const { kind, mediaType } = isHarmful ? harmful : await kindOf(database, row)
      return { row, shown: { file, kind, mediaType, bytes: row.file_size, isHarmful } }
    }),
  )
}
