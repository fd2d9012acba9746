import type { UploadedFile } from '@sitwell/contract'
import type { Connection } from '@sitwell/request-queue/connection'
import type { UploadRecord } from '../../storage/records.ts'
import type { UploadStore } from '../../storage/upload-store.ts'
import type { Caller } from '../queue/delivery.ts'
import type { ContactClock } from '../time/contact-clock.ts'
import type { AskedFiles, ReportedFiles } from './acknowledged-files.ts'
import type { FileWay } from './deliver-file.ts'
import type { PendingUpload } from './uploads-in-line.ts'

export type UploadEvent =
  | { readonly kind: 'changed'; readonly formRunGuid: string }
  /** What the server said that it had may be there no more: it is asked. */
  | { readonly kind: 'doubted'; readonly formRunGuid: string }
  /** It was chosen, or is to be deleted: from here on it ends on the server, or with a reason. */
  | { readonly kind: 'kept'; readonly formRunGuid: string; readonly record: UploadRecord }
  /** `file` as the server has it; undefined if it was deleted. */
  | { readonly kind: 'done'; readonly formRunGuid: string; readonly record: UploadRecord; readonly file?: UploadedFile }
  | { readonly kind: 'set-aside'; readonly formRunGuid: string; readonly record: UploadRecord; readonly reason: string }

/** What this device knows of the files of a form run. */
export interface KnownFiles {
  readonly files: readonly Pick<UploadRecord, 'fileGuid' | 'fileName' | 'question'>[]
  readonly deleted: ReadonlySet<string>
}

/** A file as it was chosen. */
export interface ChosenFile {
  readonly formRunGuid: string
  readonly bytes: Blob
  readonly fileName: string
  readonly mimeType: string
  /** The guid of the file whose place it takes; that one is deleted first (spec 3 §4). */
  readonly replaces?: string
  /** Not to be sent before `release`. */
  readonly held: boolean
  /** Id of the question at which it was chosen. */
  readonly question?: string
}

/**
 * The way of a learner's files to the server, beside the queue of answers, which none of them holds up: kept in the store first, then
 * sent one at a time, in order, until the server has acknowledged each or refused it for good; then it is set aside with the reason.
 * One that doesn't get through is passed over. On a line that breaks off each time it is tried for as long as the exam runs, and
 * `mostBreaks` times more when its finish waits.
 */
export interface UploadLane {
  /** Reads what an earlier page left. */
  load(): Promise<void>
  /** Resolves once the file is kept. */
  add(chosen: ChosenFile): Promise<void>
  /** Has a file deleted on the server. */
  delete(formRunGuid: string, file: Pick<UploadedFile, 'guid' | 'fileName' | 'mimeType' | 'fileSize'>): Promise<void>
  /** The learner doesn't want it any more. One that was tried already may be on the server, and is deleted there. */
  cancel(record: UploadRecord): Promise<void>
  /** Sends what was held. */
  release(formRunGuid: string): Promise<void>
  /** The files of a form run that this device knows of, waiting or on the server, and the guids of those that it deleted. */
  known(formRunGuid: string): KnownFiles
  /** The same array as long as nothing of it changes. */
  pending(formRunGuid: string): readonly PendingUpload[]
  /** What the server is to be asked of the files of a form run, by what it has acknowledged: that they are there, or deleted. */
  toAsk(formRunGuid: string): AskedFiles
  /** The server's database may have been set back: nothing of the form run is called uploaded until it was asked. */
  doubt(formRunGuid: string): void
  /**
   * The server was asked for all that it had acknowledged: what it lacks is sent again where this device has its bytes, and what was
   * deleted and is there again is deleted again. Answers whether any is.
   */
  compared(formRunGuid: string, reported: ReportedFiles): Promise<boolean>
  /** Files that neither the server nor this device has any more; the same array as long as nothing of it changes. */
  lost(formRunGuid: string): readonly UploadRecord[]
  /** The form run is completed, and the server has all of its files: their bytes need not stay here. */
  completed(formRunGuid: string): Promise<void>
  /** What this device has of a form run that the server has lost is sent to the one that takes its place. */
  move(from: string, to: string): Promise<void>
  /** Files of any form run that the server hasn't acknowledged. */
  waiting(): number
  /** Whether something of the form run is still to be sent, and can be. */
  isBusy(formRunGuid: string): boolean
  /** Sends what waits: at the start, and when the connection is back. */
  flush(): void
  subscribe(listener: (event: UploadEvent) => void): () => void
  stop(): void
}

export interface UploadLaneParts {
  readonly api: Caller
  readonly store: UploadStore
  readonly connection: Pick<Connection, 'state' | 'check'>
  readonly userGuid: string
  readonly contact: Pick<ContactClock, 'typed'>
  /** The SHA-256 of a file, in hexadecimal. */
  hash(bytes: Blob): Promise<string>
  readonly sendInPieces: FileWay['sendInPieces']
  /** Whether a form run's finish waits for its files. */
  isAwaited(formRunGuid: string): boolean
  nowMs(): number
  newId(): string
  onError(error: unknown): void
}
