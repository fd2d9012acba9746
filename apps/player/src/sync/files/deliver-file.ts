import { sendWithProgress } from '@sitwell/client/send-with-progress'
import { deleteFile, largestPieceBytes, uploadFile } from '@sitwell/contract'
import type { UploadRecord } from '../../storage/records.ts'
import type { UploadStore } from '../../storage/upload-store.ts'
import { type Caller, isRefusedBetween } from '../queue/delivery.ts'
import { type Announced, chosenFields, type FileAnnouncer, fileFields, notStored } from './announce-files.ts'

/** Whether it goes in pieces, and so on from where it broke off. */
export const isLarge = ({ fileSize }: Pick<UploadRecord, 'fileSize'>): boolean => fileSize > largestPieceBytes

export interface FileWay {
  readonly api: Caller
  readonly store: Pick<UploadStore, 'bytesOf'>
  readonly announcer: Pick<FileAnnouncer, 'isKnown' | 'announce'>
  /** Sends what the server lacks of an announced file, in pieces. */
  sendInPieces(
    fileGuid: string,
    bytes: Blob,
    options: { readonly signal: AbortSignal; onProgress(sentBytes: number): void; readonly inBase64?: boolean },
  ): Promise<Awaited<ReturnType<Caller['call']>>>
  /** From here on it may have reached the server. */
  onTried(record: UploadRecord): void
  /** This many of its bytes have left. */
  onSent(record: UploadRecord, sentBytes: number): void
}

/**
 * Brings a file, or its deletion, to the server once: announced first, then its bytes, in one request or in pieces; and what something on
 * the way refuses for what is in it, again in base64. Returns the reply of the server, or that this browser does not have the file.
 */
export const deliverFileBy = ({ api, store, announcer, sendInPieces, onTried, onSent }: FileWay) => {
  const remove = ({ fileGuid, formRunGuid, typed }: UploadRecord, signal: AbortSignal) =>
    api.call(
      deleteFile,
      { params: { fileGuid }, query: { formRunGUID: formRunGuid, ...chosenFields(typed) } },
      { attempts: 1, signal },
    )
  /** Undefined if the server waits for the file's bytes. */
  const announceFirst = async (record: UploadRecord, signal: AbortSignal) => {
    const announced = await announcer.announce(record, signal)
    if (announced === notStored || !announced.ok || signal.aborted) return announced
    // What the call's own schema has read.
    const { file } = announced.value as Announced
    return file && { ok: true as const, value: file }
  }
  const sendBytes = async (record: UploadRecord, bytes: Blob, signal: AbortSignal) => {
    const onProgress = (sent: number) => onSent(record, Math.min(sent, record.fileSize))
    const inPieces = async (inBase64: boolean) => {
      const sent = await sendInPieces(record.fileGuid, bytes, { signal, onProgress, inBase64 })
      if (!sent.ok || signal.aborted) return sent
      const whole = await announcer.announce(record, signal)
      // As above. One that all bytes were sent of, and that isn't there: it is asked again.
      return whole !== notStored && whole.ok ? { ok: true as const, value: (whole.value as Announced).file } : whole
    }
    const atOnce = () => {
      const file = new Blob([bytes], { type: record.mimeType })
      return api.call(
        uploadFile,
        { body: fileFields(record), file },
        { attempts: 1, signal, send: sendWithProgress(onProgress) },
      )
    }
    const plain = await (isLarge(record) ? inPieces(false) : atOnce())
    if (plain === notStored || signal.aborted || !isRefusedBetween(plain)) return plain
    const again = await inPieces(true)
    return again !== notStored && isRefusedBetween(again) ? plain : again
  }
  return async (record: UploadRecord, signal: AbortSignal) => {
    if (record.kind === 'delete') return remove(record, signal)
    onTried(record)
    const announced = announcer.isKnown(record) ? undefined : await announceFirst(record, signal)
    if (announced !== undefined) return announced
    const bytes = await store.bytesOf(record)
    return bytes ? sendBytes(record, bytes, signal) : notStored
  }
}

/** The result of it. */
export type FileDelivery = Awaited<ReturnType<ReturnType<typeof deliverFileBy>>>
