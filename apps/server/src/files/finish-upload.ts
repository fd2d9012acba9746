import { bytesOf, forgetBytes, hashOf } from '../assessment/files/index.ts'
import type { LoadedExam } from '../assessment/form-run/index.ts'
import type { AnnouncedFileTable, FormRunTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { FilesContext } from './files-context.ts'
import { keepFile } from './keep-file.ts'
import { type JudgedContent, judgeContent } from './scan/judge-content.ts'

/**
 * Makes a file of an upload whose bytes are all here. Bytes that make another hash than was announced are thrown away, and may come
 * again. What is refused for now keeps its bytes: the next announcement tries again.
 */
export const finishUpload = async (
  context: FilesContext,
  caller: Caller,
  of: { readonly run: FormRunTable; readonly loaded: LoadedExam },
  announced: AnnouncedFileTable,
) => {
  // Bytes that were thrown away meanwhile make no hash.
  const sha256 = (await hashOf(context.database, announced)) ?? ''
  const { file_name: name } = announced
  const whose = { orgId: caller.orgId, userGuid: caller.userGuid }
  // Bytes of another file aren't looked at: they are refused by their hash.
  const isIt = sha256 === announced.sha256
  const content: JudgedContent = isIt
    ? await judgeContent(context, whose, name, () => bytesOf(context.database, announced))
    : { ok: true, scan: { scan: null, scan_note: null, scanned_at: null } }
  if (!content.ok) {
    await forgetBytes(context.database.kysely, announced)
    return content
  }
  const stored = await keepFile(context, caller, of, {
    fileGuid: announced.file_guid,
    contentGuid: announced.content_guid,
    name: announced.file_name,
    type: announced.mime_type,
    size: announced.file_size,
    sha256,
    questionId: announced.question_id,
    claim: undefined,
    replaces: announced.replaces ?? undefined,
    scan: content.scan,
  })
  if (!stored.ok && stored.code === 'WRONG_HASH') await forgetBytes(context.database.kysely, announced)
  return stored
}
