import { Readable } from 'node:stream'
import { downloadFile } from '@sitwell/contract'
import { bytesOf, MissingChunk } from '../assessment/files/index.ts'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { isHeldAt } from '../assessment/ledger/index.ts'
import type { UploadedFileTable } from '../db/schema.ts'
import { asAttachment } from '../http/content-disposition.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { FilesContext } from './files-context.ts'
import { ownFile } from './own-file.ts'

interface Opened {
  readonly file: UploadedFileTable
  readonly bytes: AsyncGenerator<Uint8Array>
  /** Taken already, so that a file that is gone is told before anything of it is sent. */
  readonly first: IteratorResult<Uint8Array>
}

async function* withFirst(first: Opened['first'], bytes: Opened['bytes']): AsyncGenerator<Uint8Array> {
  if (first.done) return
  yield first.value
  yield* bytes
}

/** Sends a file to be saved. Whatever it is, a browser runs nothing of it: no type of its own, and no page of ours around it. */
export const downloadFileRoute = ({ database, clock, contacts }: Pick<FilesContext, 'clock' | 'contacts' | 'database'>) =>
  route(
    downloadFile,
    async ({ caller, params: { fileGuid } }) => {
      const file = await ownFile(database, caller, fileGuid)
      const run = file && (await ownFormRun(database, caller, file.form_run_guid))
      if (!run || file.deleted_at !== null) return refuse('NOT_FOUND', 'There is no such file for this person.')
      if (file.scan === 'infected') return refuse('NOT_FOUND', 'A scanner found something harmful in this file.')
      await contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid }, caller)
      if (run.completed_at === null && isHeldAt(run, clock.nowMs()))
        return refuse('EXAM_PAUSED', 'The exam is paused: its content is not available.')
      const bytes = bytesOf(database, file)
      try {
        return { ok: true, value: { file, bytes, first: await bytes.next() } }
      } catch (error) {
        // Deleted since it was looked up.
        if (error instanceof MissingChunk && (await ownFile(database, caller, fileGuid))?.deleted_at !== null)
          return refuse('NOT_FOUND', 'There is no such file for this person.')
        throw error
      }
    },
    {
      send: (reply, value) => {
        // What the handler above has found.
        const { file, bytes, first } = value as Opened
        return reply
          .type('application/octet-stream')
          .headers({
            'content-disposition': asAttachment(file.file_name),
            'content-length': file.file_size,
            'cache-control': 'private, no-store',
            'x-content-type-options': 'nosniff',
            'content-security-policy': "default-src 'none'; sandbox",
          })
          .send(Readable.from(withFirst(first, bytes)))
      },
    },
  )
