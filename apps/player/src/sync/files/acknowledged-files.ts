import type { UploadRecord } from '../../storage/records.ts'
import type { UploadStore } from '../../storage/upload-store.ts'

/** What a browser asks of the files of a form run: whether those that were acknowledged are there, and those that were deleted aren't. */
export interface AskedFiles {
  readonly files: string[]
  readonly deletedFiles?: string[]
}

/** What the server says of them. */
export interface ReportedFiles {
  readonly lackingFiles: readonly string[]
  readonly undeletedFiles?: readonly string[] | undefined
}

/** What happens to files that the server says that it lacks, though it had acknowledged them. */
export interface Lacking {
  /** Their bytes are here, or they were deleted and are there: they are to be sent, or deleted, again. */
  readonly again: readonly UploadRecord[]
  /** Their bytes are gone. */
  readonly lost: readonly UploadRecord[]
}

/**
 * Files that the server has acknowledged, and deletions. The bytes stay on the device until their form run is completed, as far as there
 * is room, because the server's database may be set back to before it had them; and that a file was deleted, because it may be there
 * again.
 */
export interface AcknowledgedFiles {
  load(records: readonly UploadRecord[]): void
  /** The server has it. */
  add(record: UploadRecord): Promise<void>
  /** Its file was deleted on the server. */
  addDeletion(record: UploadRecord): Promise<void>
  /** Writes what the store did not take of these, because the disk was full: a later page would send it again, and call it unsent. */
  writeAgain(): Promise<void>
  /** Those that were not lost since. */
  records(formRunGuid: string): readonly UploadRecord[]
  toAsk(formRunGuid: string): AskedFiles
  /** The server was asked for all of a form run: what it doesn't name is as it should be, whatever was said before. */
  compared(formRunGuid: string, reported: ReportedFiles): Promise<Lacking>
  /** Those that neither the server nor this device has; the same array as long as nothing of it changes. */
  lost(formRunGuid: string): readonly UploadRecord[]
  /** A file of this name was chosen again. */
  chosenAnew(formRunGuid: string, fileName: string): Promise<void>
  /** The form run is completed, and the server has all of its files. */
  completed(formRunGuid: string): Promise<void>
  /** Takes all of a form run out, as `compared` does with those that lack. */
  takeOut(formRunGuid: string): Promise<Lacking>
}

const none: readonly UploadRecord[] = []
const unacknowledged = ({ acknowledged: _there, ...waiting }: UploadRecord): UploadRecord => waiting

export const createAcknowledgedFiles = (
  store: Pick<UploadStore, 'keep' | 'bytesOf' | 'acknowledge' | 'dropBytes' | 'remove'>,
): AcknowledgedFiles => {
  const held = new Map<string, UploadRecord>()
  const deletions = new Map<string, UploadRecord>()
  /** Guids of files of which the store does not know yet that the server has them, or has deleted them. */
  const unwritten = new Set<string>()
  let lostOf = new Map<string, readonly UploadRecord[]>()

  const of = (formRunGuid: string) => [...held.values()].filter((record) => record.formRunGuid === formRunGuid)
  const look = () => {
    lostOf = Map.groupBy(
      [...held.values()].filter(({ lost }) => lost === true),
      ({ formRunGuid }) => formRunGuid,
    )
  }
  const deletionsOf = (formRunGuid: string) => [...deletions.values()].filter((record) => record.formRunGuid === formRunGuid)
  const forgetDeletions = async (formRunGuid: string) => {
    for (const record of deletionsOf(formRunGuid)) {
      deletions.delete(record.fileGuid)
      await store.remove(record)
    }
  }
  const change = async (record: UploadRecord) => {
    held.set(record.fileGuid, record)
    await store.keep(record)
  }
  const write = async (record: UploadRecord) => {
    unwritten.add(record.fileGuid)
    await store.acknowledge(record)
    unwritten.delete(record.fileGuid)
  }
  /** Back among those that are to be sent, or lost. */
  const withdraw = async (records: readonly UploadRecord[]): Promise<Lacking> => {
    const again: UploadRecord[] = []
    const lost: UploadRecord[] = []
    for (const record of records) {
      if (record.lost) continue
      if (await store.bytesOf(record)) {
        held.delete(record.fileGuid)
        again.push(unacknowledged(record))
      } else {
        lost.push(record)
        await change({ ...record, lost: true })
      }
    }
    look()
    return { again, lost }
  }

  return {
    load(records) {
      for (const record of records) (record.kind === 'delete' ? deletions : held).set(record.fileGuid, record)
      look()
    },
    async add(record) {
      const there = { ...record, acknowledged: true }
      held.set(record.fileGuid, there)
      await write(there)
    },
    async addDeletion(record) {
      const done = { ...record, acknowledged: true }
      deletions.set(record.fileGuid, done)
      const file = held.get(record.fileGuid)
      held.delete(record.fileGuid)
      look()
      if (file) await store.remove(file)
      await write(done)
    },
    async writeAgain() {
      for (const fileGuid of unwritten) {
        const record = held.get(fileGuid) ?? deletions.get(fileGuid)
        if (record) await write(record)
        else unwritten.delete(fileGuid)
      }
    },
    records: (formRunGuid) => of(formRunGuid).filter(({ lost }) => lost !== true),
    toAsk(formRunGuid) {
      const deletedFiles = deletionsOf(formRunGuid).map(({ fileGuid }) => fileGuid)
      const files = of(formRunGuid).map(({ fileGuid }) => fileGuid)
      return { files, ...(deletedFiles.length > 0 && { deletedFiles }) }
    },
    async compared(formRunGuid, { lackingFiles, undeletedFiles = [] }) {
      const gone = new Set(lackingFiles)
      for (const record of of(formRunGuid))
        if (record.lost && !gone.has(record.fileGuid)) await change({ ...record, lost: false })
      const undeleted = deletionsOf(formRunGuid).filter(({ fileGuid }) => undeletedFiles.includes(fileGuid))
      for (const { fileGuid } of undeleted) deletions.delete(fileGuid)
      const { again, lost } = await withdraw(of(formRunGuid).filter(({ fileGuid }) => gone.has(fileGuid)))
      return { again: [...undeleted.map(unacknowledged), ...again], lost }
    },
    lost: (formRunGuid) => lostOf.get(formRunGuid) ?? none,
    async chosenAnew(formRunGuid, fileName) {
      for (const record of lostOf.get(formRunGuid) ?? none)
        if (record.fileName === fileName) {
          held.delete(record.fileGuid)
          await store.remove(record)
        }
      look()
    },
    async completed(formRunGuid) {
      for (const record of of(formRunGuid)) await store.dropBytes(record)
      await forgetDeletions(formRunGuid)
    },
    async takeOut(formRunGuid) {
      // The one that takes its place never had what was deleted in it.
      await forgetDeletions(formRunGuid)
      return withdraw(of(formRunGuid))
    },
  }
}
