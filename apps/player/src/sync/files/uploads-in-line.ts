import type { Keeping } from '@sitwell/storage/overflow-store'
import type { UploadRecord } from '../../storage/records.ts'

/** A file that isn't on the server yet, or that is to be deleted there. */
export interface PendingUpload {
  readonly record: UploadRecord
  readonly phase: 'held' | 'waiting' | 'sending'
  /** Bytes that have left; of a large file that broke off, from where it continues about. */
  readonly sent: number
  readonly keeping: Keeping
}

const none: readonly PendingUpload[] = []

export const isSameUpload = (one: UploadRecord, other: UploadRecord): boolean =>
  one.fileGuid === other.fileGuid && one.kind === other.kind

/** One that waits to be sent, unless it is held. */
export const pendingOf = (record: UploadRecord, keeping: Keeping = 'lasting'): PendingUpload => ({
  record,
  phase: record.held ? 'held' : 'waiting',
  sent: 0,
  keeping,
})

/** The files that wait to be sent, in the order in which they were chosen. */
export interface UploadsInLine {
  all(): readonly PendingUpload[]
  /** The same array as long as nothing of it changes. */
  of(formRunGuid: string): readonly PendingUpload[]
  find(record: UploadRecord): PendingUpload | undefined
  add(more: readonly PendingUpload[], formRunGuid: string): void
  change(record: UploadRecord, to: Partial<PendingUpload>): void
  takeOut(record: UploadRecord): void
}

/** `changed` is told whose line is another than before. */
export const createUploadsInLine = (changed: (formRunGuid: string) => void): UploadsInLine => {
  let all: readonly PendingUpload[] = []
  let byRun = new Map<string, readonly PendingUpload[]>()
  const replace = (next: readonly PendingUpload[], formRunGuid: string) => {
    all = next.toSorted((one, other) => one.record.order - other.record.order)
    byRun = Map.groupBy(all, ({ record }) => record.formRunGuid)
    changed(formRunGuid)
  }
  return {
    all: () => all,
    of: (formRunGuid) => byRun.get(formRunGuid) ?? none,
    find: (record) => all.find((each) => isSameUpload(each.record, record)),
    add: (more, formRunGuid) => replace([...all, ...more], formRunGuid),
    change: (record, to) =>
      replace(
        all.map((each) => (isSameUpload(each.record, record) ? { ...each, ...to } : each)),
        record.formRunGuid,
      ),
    takeOut: (record) =>
      replace(
        all.filter((each) => !isSameUpload(each.record, record)),
        record.formRunGuid,
      ),
  }
}
