import type { UploadRecord } from '../storage/records.ts'
import type { UploadStore } from '../storage/upload-store.ts'

/** What becomes of files that the server says that it lacks, though it had acknowledged them. */
export interface Lacking {
  /** Their bytes are here: they are to be sent again. */
  readonly again: readonly UploadRecord[]
  /** Their bytes are gone. */
  readonly lost: readonly UploadRecord[]
}

/**
 * Files that the server has acknowledged. Their bytes stay on the device until their form run is completed, as far as there is room,
 * because the server's database may be set back to before it had them.
 */
export interface AcknowledgedFiles {
  load(records: readonly UploadRecord[]): void
  /** The server has it. */
  add(record: UploadRecord): Promise<void>
  /** It was deleted on the server. */
  forget(fileGuid: string): Promise<void>
  guidsOf(formRunGuid: string): readonly string[]
  /** The server was asked for all of a form run, and lacks these; any other is there, whatever was said before. */
  compared(formRunGuid: string, lacking: readonly string[]): Promise<Lacking>
  /** Those that neither the server nor this device has; the same array as long as nothing of it changes. */
  lost(formRunGuid: string): readonly UploadRecord[]
  /** A file of this name was chosen anew. */
  chosenAnew(formRunGuid: string, fileName: string): Promise<void>
  /** The form run is completed, and the server has all of its files. */
  completed(formRunGuid: string): Promise<void>
  /** Takes all of a form run out, as `compared` does with those that lack. */
  takeOut(formRunGuid: string): Promise<Lacking>
}

const none: readonly UploadRecord[] = []

export const createAcknowledgedFiles = (
  store: Pick<UploadStore, 'keep' | 'bytesOf' | 'acknowledge' | 'dropBytes' | 'remove'>,
): AcknowledgedFiles => {
  const held = new Map<string, UploadRecord>()
  let lostOf = new Map<string, readonly UploadRecord[]>()

  const of = (formRunGuid: string) => [...held.values()].filter((record) => record.formRunGuid === formRunGuid)
  const look = () => {
    lostOf = Map.groupBy(
      [...held.values()].filter(({ lost }) => lost === true),
      ({ formRunGuid }) => formRunGuid,
    )
  }
  const change = async (record: UploadRecord) => {
    held.set(record.fileGuid, record)
    await store.keep(record)
  }
  /** Back among those that are to be sent, or lost. */
  const withdraw = async (records: readonly UploadRecord[]): Promise<Lacking> => {
    const again: UploadRecord[] = []
    const lost: UploadRecord[] = []
    for (const record of records) {
      if (record.lost) continue
      if (await store.bytesOf(record)) {
        const { acknowledged: _there, ...waiting } = record
        held.delete(record.fileGuid)
        again.push(waiting)
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
      for (const record of records) held.set(record.fileGuid, record)
      look()
    },
    async add(record) {
      const there = { ...record, acknowledged: true }
      held.set(record.fileGuid, there)
      await store.acknowledge(there)
    },
    async forget(fileGuid) {
      const record = held.get(fileGuid)
      if (!record) return
      held.delete(fileGuid)
      look()
      await store.remove(record)
    },
    guidsOf: (formRunGuid) => of(formRunGuid).map(({ fileGuid }) => fileGuid),
    async compared(formRunGuid, lacking) {
      const gone = new Set(lacking)
      for (const record of of(formRunGuid))
        if (record.lost && !gone.has(record.fileGuid)) await change({ ...record, lost: false })
      return withdraw(of(formRunGuid).filter(({ fileGuid }) => gone.has(fileGuid)))
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
    },
    takeOut: (formRunGuid) => withdraw(of(formRunGuid)),
  }
}
