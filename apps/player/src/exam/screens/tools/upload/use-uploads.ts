import { downloadFile, type UploadedFile, uploadedFiles } from '@sitwell/contract'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../../context/player-context.tsx'
import type { UploadRecord } from '../../../../storage/records.ts'
import type { UploadEvent } from '../../../../sync/files/upload-lane-types.ts'
import type { PendingUpload } from '../../../../sync/files/uploads-in-line.ts'
import type { PlayerSync } from '../../../../sync/player-sync-types.ts'
import { afterEvent, asListed, type ListedFiles, noFiles } from './listed-files.ts'
import { type Notice, notices } from './upload-words.ts'

/** What the panel is told as it happens. */
export interface UploadListener {
  notify(notice: Notice): void
  listed(files: readonly UploadedFile[]): void
  say(
    id:
      | 'upload.saidKept'
      | 'upload.saidNotKept'
      | 'upload.saidRemoved'
      | 'upload.saidUploaded'
      | 'upload.saidLate'
      | 'upload.saidDeleting'
      | 'upload.saidDeleted',
    file: string,
  ): void
}

/** What a screen reader is told of what happened to a file; undefined if there is nothing to tell. */
const wordsOf = (
  event: Extract<UploadEvent, { kind: 'kept' | 'done' }>,
  keeping: PendingUpload['keeping'] | undefined,
  isOffline: boolean,
): Parameters<UploadListener['say']>[0] | undefined => {
  const isUpload = event.record.kind === 'upload'
  if (event.kind === 'done') {
    const uploaded = event.file?.late ? 'upload.saidLate' : 'upload.saidUploaded'
    return isUpload ? uploaded : 'upload.saidDeleted'
  }
  if (isUpload) return keeping === 'memory' ? 'upload.saidNotKept' : 'upload.saidKept'
  return isOffline ? 'upload.saidDeleting' : undefined
}

const notifyOf = ({ record, reason }: Extract<UploadEvent, { kind: 'set-aside' }>, listener: UploadListener) => {
  // A double login has its own dialog.
  if (reason === 'DOUBLE_LOGIN') return
  listener.notify((record.kind === 'upload' ? notices.upload : notices.delete)(record.fileName, reason))
}

/** A form run's files: those on their way, and those on the server, which is asked when the panel opens (spec 3 §4). */
export const useUploads = (sync: PlayerSync, formRunGuid: string, listener: UploadListener) => {
  const { api } = usePlayer()
  const { uploads, connection } = sync
  const pending = useSyncExternalStore(uploads.subscribe, () => uploads.pending(formRunGuid))
  const lost = useSyncExternalStore(uploads.subscribe, () => uploads.lost(formRunGuid))
  const isOffline = useSyncExternalStore(connection.subscribe, connection.state) === 'offline'
  const [listed, setListed] = useState<ListedFiles>(noFiles)
  const latest = useRef(listener)
  latest.current = listener
  /** Guids of files that were taken back before the server was known to have them: what is still done about them, nobody asked for. */
  const removed = useRef(new Set<string>())
  const isListed = listed.status === 'listed'

  useEffect(() => {
    if (isListed) return
    if (isOffline) return setListed((before) => ({ ...before, status: 'unlisted' }))
    const abort = new AbortController()
    const ask = async () => {
      const outcome = await api.call(uploadedFiles, { params: { formRunGuid } }, { signal: abort.signal })
      if (abort.signal.aborted) return
      if (outcome.ok) {
        latest.current.listed(outcome.value)
        return setListed((before) => asListed(before, outcome.value))
      }
      // Nothing of the server shows where it can't be asked (spec 3 §8); it is asked again when the connection is back.
      setListed((before) => ({ ...before, status: 'unlisted' }))
      latest.current.notify(notices.list)
      void connection.check()
    }
    void ask()
    return () => abort.abort()
  }, [api, connection, formRunGuid, isOffline, isListed])

  const follow = useCallback(
    (event: UploadEvent) => {
      if (event.formRunGuid !== formRunGuid || event.kind === 'changed') return
      // What was called uploaded is asked for again.
      if (event.kind === 'doubted') return setListed({ ...noFiles })
      if (event.kind === 'done') setListed((before) => afterEvent(before, event))
      const { fileName, fileGuid } = event.record
      if (event.kind === 'set-aside') return notifyOf(event, latest.current)
      const storing = uploads.pending(formRunGuid).find(({ record }) => record.fileGuid === fileGuid)?.keeping
      const words = removed.current.has(fileGuid) ? undefined : wordsOf(event, storing, connection.state() === 'offline')
      if (words) latest.current.say(words, fileName)
    },
    [uploads, connection, formRunGuid],
  )
  useEffect(() => uploads.subscribe(follow), [uploads, follow])

  const remove = useCallback(
    (record: UploadRecord) => {
      removed.current.add(record.fileGuid)
      latest.current.say('upload.saidRemoved', record.fileName)
      return uploads.cancel(record)
    },
    [uploads],
  )
  const download = useCallback(
    async (guid: string, fileName: string) => {
      const outcome = await api.fetchBlob(downloadFile.path.replace(':fileGuid', guid))
      if (outcome.ok) saveFile(fileName, outcome.value)
      else latest.current.notify(notices.download(fileName))
    },
    [api],
  )
  return { pending, lost, listed, isOffline, remove, download }
}
