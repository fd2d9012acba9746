import type { UploadedFile } from '@sitwell/contract'
import { createListeners } from '@sitwell/request-queue/listeners'
import type { UploadLane } from './upload-lane-types.ts'

/** A file that the learner chose and that isn't taken. */
export interface RefusedFile {
  /** Of no other one in the list. */
  readonly key: number
  readonly fileName: string
  /** The server's code, or why the choice itself was refused. */
  readonly reason: string
}

/** The files of one form run by question: those that this device knows of, and those that the server listed. */
export interface FilesAtQuestions {
  at(questionId: string): { readonly names: ReadonlySet<string>; readonly areAll: boolean }
  /** Whether the server was asked, and nothing made it doubtful since. */
  areListed(): boolean
  /** The server listed its files. */
  listed(files: readonly UploadedFile[]): void
  /** Those that weren't taken and that the learner neither dismissed nor chose again; the same array as long as nothing of it changes. */
  refused(): readonly RefusedFile[]
  refuse(fileName: string, reason: string): void
  dismiss(key: number): void
  /** Changes with each change of what is told here, for React. */
  version(): number
  subscribe(listener: () => void): () => void
  stop(): void
}

export const createFilesAtQuestions = (
  uploads: Pick<UploadLane, 'known' | 'subscribe'>,
  formRunGuid: string,
): FilesAtQuestions => {
  const listeners = createListeners<void>()
  let onServer: readonly UploadedFile[] | undefined
  let version = 0
  const changed = () => {
    version += 1
    listeners.tell()
  }
  let refused: readonly RefusedFile[] = []
  let lastKey = 0
  const setRefused = (next: readonly RefusedFile[]) => {
    refused = next
    changed()
  }
  const refuse = (fileName: string, reason: string) => {
    lastKey += 1
    setRefused([...refused.filter((one) => one.fileName !== fileName), { key: lastKey, fileName, reason }])
  }
  /** Which files there are, whatever else of them changes, as the bytes that were sent do many times a second. */
  const standing = () => {
    const { files, deleted } = uploads.known(formRunGuid)
    return JSON.stringify([files.map(({ fileGuid, fileName, question }) => [fileGuid, fileName, question]), [...deleted]])
  }
  let last = standing()
  const look = () => {
    const now = standing()
    if (now === last) return
    last = now
    changed()
  }
  const stop = uploads.subscribe((event) => {
    if (event.formRunGuid !== formRunGuid) return
    if (event.kind === 'changed') return look()
    if (event.kind === 'doubted') {
      // What was listed may be there no more.
      onServer = undefined
      return changed()
    }
    const { kind, fileName } = event.record
    if (kind !== 'upload') return
    // Whatever question the learner is at: the panel is there only beside one that asks for files. A double login is told by itself.
    if (event.kind === 'set-aside' && event.reason !== 'DOUBLE_LOGIN') refuse(fileName, event.reason)
    if (event.kind === 'kept' && refused.some((one) => one.fileName === fileName))
      setRefused(refused.filter((one) => one.fileName !== fileName))
  })
  return {
    at(questionId) {
      const { files, deleted } = uploads.known(formRunGuid)
      // Nobody gets a file in which a virus was found: another one is wanted.
      const listed = (onServer ?? []).filter(({ guid, infected }) => !deleted.has(guid) && !infected)
      const infected = new Set((onServer ?? []).flatMap((file) => (file.infected ? [file.guid] : [])))
      const all = [
        ...listed.map(({ fileName, questionId: question }) => ({ fileName, question })),
        ...files.filter(({ fileGuid }) => !infected.has(fileGuid)),
      ]
      // A file whose browser named no question may be of any.
      const own = all.filter(({ question }) => question === undefined || question === questionId)
      return { names: new Set(own.map(({ fileName }) => fileName)), areAll: onServer !== undefined }
    },
    areListed: () => onServer !== undefined,
    listed(files) {
      onServer = files
      changed()
    },
    refused: () => refused,
    refuse,
    dismiss: (key) => setRefused(refused.filter((one) => one.key !== key)),
    stop,
    version: () => version,
    subscribe: listeners.add,
  }
}
