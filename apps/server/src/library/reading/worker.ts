import { once } from 'node:events'
import { readFile as readBytes } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { authoredExam } from '../../import/authored-exam.ts'
import type { PackageResource } from '../../import/imported-package.ts'
import type { HeldContent } from '../../organisation/compare-exam.ts'
import { nativePackage } from '../../organisation/export/native-package.ts'
import { qtiPackage } from '../../organisation/export/qti/qti-package.ts'
import { writeZip } from '../../organisation/export/zip-file.ts'
import { summaryOf } from '../exams/summary.ts'
import { readFile } from './read-file.ts'
import type { Exported, Held, WorkerMessage, WorkerTask } from './worker-messages.ts'

const send = (message: WorkerMessage) => process.send?.(message)

/** Items between two words of how far it is. */
const itemsBetween = 25

const heldOf = async (place: { readonly examGuid: string; readonly version: number }): Promise<HeldContent | undefined> => {
  const answered = once(process, 'message')
  send({ kind: 'which', ...place })
  const [answer]: Held[] = await answered
  return answer?.held
}

const exportExam = async ({
  content,
  files,
  format,
  to,
}: Extract<WorkerTask, { readonly do: 'export' }>): Promise<Exported> => {
  const resources: PackageResource[] = []
  for (const { path, mediaType, at } of files) resources.push({ path, mediaType, bytes: await readBytes(at) })
  const stored = { exam: authoredExam.parse(JSON.parse(content)), resources }
  if (format === 'native') {
    await writeZip(to, nativePackage(stored))
    return { questions: summaryOf(stored.exam).questions }
  }
  const { files: written, items } = qtiPackage(stored)
  if (items > 0) await writeZip(to, written)
  return { questions: items }
}

const work = (task: WorkerTask): Promise<unknown> | unknown => {
  switch (task.do) {
    case 'read':
      return readFile(task.path, task.into, {
        onItem: (items) => {
          if (items % itemsBetween === 0) send({ kind: 'progress', items })
        },
        heldOf,
      })
    case 'summarise':
      return summaryOf(authoredExam.parse(JSON.parse(task.content)))
    case 'export':
      return exportExam(task)
  }
}

// The server kills this process when its work is done, and Node writes compiled sources only at an ordinary end.
flushCompileCache()

process.once('message', async (task: WorkerTask) => {
  try {
    send({ kind: 'done', value: await work(task) })
  } catch (error) {
    send({ kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
