import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { officeExportExam } from '@sitwell/contract'
import type { ExamPlace } from '../../assessment/form-run/index.ts'
import type { Database } from '../../db/database.ts'
import { refuse } from '../../http/refusal.ts'
import { openSentFile, type SentFile, sendFile } from '../../http/sent-file.ts'
import { route } from '../../http/service.ts'
import { editedContent } from '../../mark-schemes/exam-with-schemes.ts'
import type { LibraryContext } from '../library-context.ts'
import { inOwnFolder } from '../reading/own-folder.ts'
import { runWorker } from '../reading/run-worker.ts'
import { safeFileName } from '../reading/safe-file-name.ts'
import type { Exported, WorkerTask } from '../reading/worker-messages.ts'
import { selectContent } from './queries.ts'

/** Exports that are made at once; each may hold an exam with all its files. */
const mostAtOnce = 2
const retryAfterSeconds = 10

type ExportedFile = Extract<WorkerTask, { readonly do: 'export' }>['files'][number]

/** Puts the files of an exam into a folder, a chunk at a time. */
const writeFiles = async ({ kysely }: Database, place: ExamPlace, folder: string): Promise<ExportedFile[]> => {
  await mkdir(folder)
  const files = await kysely
    .selectFrom('exam_resource')
    .select(['path', 'media_type', 'size'])
    .where((where) => where.and(place))
    .orderBy('path')
    .execute()
  const written: ExportedFile[] = []
  for (const { path, media_type } of files) {
    async function* chunks() {
      for (let number = 0; ; number += 1) {
        const row = await kysely
          .selectFrom('exam_resource_chunk')
          .select('bytes')
          .where((where) => where.and({ ...place, path, number }))
          .executeTakeFirst()
        if (!row) return
        yield row.bytes
      }
    }
    const at = join(folder, String(written.length))
    await pipeline(Readable.from(chunks()), createWriteStream(at, { mode: 0o600 }))
    written.push({ path, mediaType: media_type, at })
  }
  return written
}

/** Makes a package of an exam with its keys, in its own process, and sends it to be saved. */
export const officeExportExamRoute = ({ database, config, securityLog }: LibraryContext) => {
  let underWay = 0

  /** The folder is removed before the package is sent. */
  const make = (place: ExamPlace, name: string, content: string, format: 'native' | 'qti3') =>
    inOwnFolder(config, async (folder): Promise<SentFile | undefined> => {
      const to = join(folder, 'package.zip')
      const files = await writeFiles(database, place, join(folder, 'files'))
      const { questions } = await runWorker<Exported>({ do: 'export', content, files, format, to })
      if (questions === 0 && format === 'qti3') return undefined
      return openSentFile(to, name)
    })

  return route(
    officeExportExam,
    async ({ caller, body, request }) => {
      const { examGuid, version, format } = body
      const place = { org_id: caller.orgId, exam_guid: examGuid, version }
      const held = await selectContent(database, place)
      if (!held) return refuse('NOT_FOUND', 'There is no such version of an exam.')
      if (underWay >= mostAtOnce) return refuse('BUSY', 'Other packages are being made.', { retryAfterSeconds })
      underWay += 1
      try {
        const content = (await editedContent(database.kysely, place, held.content)) ?? held.content
        const sent = await make(place, safeFileName(`${held.name} v${version} ${format}.zip`), content, format)
        if (!sent) return refuse('INVALID_FILE', 'None of its questions can be written in QTI 3.0.')
        securityLog.note({
          kind: 'staff-act',
          orgId: caller.orgId,
          author: caller.userGuid,
          address: request.ip,
          what: officeExportExam.name,
          target: { examGuid, version, format },
        })
        return { ok: true, value: sent }
      } finally {
        underWay -= 1
      }
    },
    // What the handler above has made.
    { send: (reply, value) => sendFile(reply, value as SentFile) },
  )
}
