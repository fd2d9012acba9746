import { announceFile, type ReplyOf } from '@sitwell/contract'
import type { UploadRecord } from '../../storage/records.ts'
import type { UploadStore } from '../../storage/upload-store.ts'
import { type Caller, callPastFirewall } from '../queue/delivery.ts'
import type { Typed } from '../time/contact-clock.ts'

/** The reason with which a file is set aside whose bytes this browser could not keep, or has lost. */
export const notStored = 'this browser has not kept the file'

/** When something was chosen, as the calls of files carry it. */
export const chosenFields = (typed: Typed | undefined) =>
  typed && {
    chosenContactAt: typed.contactAt,
    chosenWallMs: typed.wallMs,
    ...(typed.steadyMs !== undefined && { chosenSteadyMs: typed.steadyMs }),
  }

/** What the calls that bring a file have of it alike. */
export const fileFields = ({ fileGuid, formRunGuid, fileName, replaces, question, typed }: UploadRecord) => ({
  formRunGUID: formRunGuid,
  requestId: fileGuid,
  fileName,
  ...(replaces !== undefined && { replaces }),
  ...(question !== undefined && { question }),
  ...chosenFields(typed),
})

/** How far the server says that a file is. */
export type Announced = ReplyOf<typeof announceFile>

type Outcome = Awaited<ReturnType<Caller['call']>> | typeof notStored

/**
 * Tells the server of files before their bytes, so that one that was chosen in time counts however long its bytes take. A file's hash
 * is reckoned once, and kept with it.
 */
export interface FileAnnouncer {
  /** Answers how far the file is. A file that can't be read any more is not kept. */
  announce(record: UploadRecord, signal?: AbortSignal): Promise<Outcome>
  /** Tells of those that the server hasn't heard of from this page, one after the other; what fails is tried with their bytes. */
  announceAll(records: readonly UploadRecord[]): void
  /** Whether the server has heard of it from this page, and nothing went wrong with it since. */
  isKnown(record: UploadRecord): boolean
  /** Something went wrong with it, or the server has lost what it knew: it is told again. */
  forget(record: UploadRecord): void
}

export interface AnnouncerParts {
  readonly api: Caller
  readonly store: Pick<UploadStore, 'keep' | 'bytesOf'>
  hash(bytes: Blob): Promise<string>
  /** The server is about to hear of it, or has its hash now. */
  changed(record: UploadRecord, to: { readonly sha256: string }): UploadRecord | undefined
  isWaiting(record: UploadRecord): boolean
  onError(error: unknown): void
}

export const createFileAnnouncer = ({ api, store, hash, changed, isWaiting, onError }: AnnouncerParts): FileAnnouncer => {
  /** Guids of files of which the server knows. */
  const known = new Set<string>()
  const hashing = new Map<string, Promise<string | undefined>>()
  let isUnderWay = false
  let waiting: readonly UploadRecord[] = []

  const reckon = async (record: UploadRecord) => {
    const bytes = await store.bytesOf(record)
    if (!bytes) return undefined
    const sha256 = await hash(bytes)
    const hashed = changed(record, { sha256 })
    // Kept, so that it isn't reckoned again; where it can't be, it will be.
    if (hashed) await store.keep(hashed).catch(onError)
    return sha256
  }
  const hashOf = (record: UploadRecord): Promise<string | undefined> => {
    if (record.sha256 !== undefined) return Promise.resolve(record.sha256)
    const before = hashing.get(record.fileGuid)
    if (before) return before
    const now = reckon(record).finally(() => hashing.delete(record.fileGuid))
    hashing.set(record.fileGuid, now)
    return now
  }

  const announce: FileAnnouncer['announce'] = async (record, signal) => {
    let sha256: string | undefined
    try {
      sha256 = await hashOf(record)
    } catch (error) {
      // Its bytes, or the thread that reckons hashes, could not be had.
      onError(error)
      return { ok: false, kind: 'unreachable' }
    }
    if (sha256 === undefined) return notStored
    const { fileGuid, mimeType, fileSize } = record
    const body = { ...fileFields(record), mimeType, fileSize, sha256 }
    // Its name may have words in it that a firewall takes for an attack.
    const { outcome } = await callPastFirewall(api, announceFile, { body }, { attempts: 1, ...(signal && { signal }) })
    if (outcome.ok) known.add(fileGuid)
    return outcome
  }

  const work = async () => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      for (let [next] = waiting; next; [next] = waiting) {
        waiting = waiting.slice(1)
        const { fileGuid } = next
        if (!known.has(fileGuid) && isWaiting(next)) await announce(next)
      }
    } catch (error) {
      onError(error)
    } finally {
      isUnderWay = false
    }
  }

  return {
    announce,
    announceAll(records) {
      waiting = records.filter(({ kind, fileGuid }) => kind === 'upload' && !known.has(fileGuid))
      void work()
    },
    isKnown: ({ fileGuid }) => known.has(fileGuid),
    forget: ({ fileGuid }) => known.delete(fileGuid),
  }
}
