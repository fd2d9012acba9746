import type { Api, CallOptions, Failure, OutcomeOf, SendRequest } from '@sitwell/client/api'
import { type LibraryUpload, officeBeginUpload, officeCancelUpload, officeUpload, officeUploadPiece } from '@sitwell/contract'
import type { ChosenFile } from './upload-id.ts'

/** What sending needs of its page. */
export interface SendingParts {
  readonly api: Pick<Api, 'call'>
  send(onProgress: (sentBytes: number) => void): SendRequest
  /** Resolves after this many milliseconds, or earlier if somebody asks to try at once. */
  wait(delayMs: number): Promise<void>
}

/** How a file is watched on its way, and given up. */
export interface SendingOptions {
  readonly signal: AbortSignal
  /** Bytes of the file that have left, with those of earlier pages. */
  onProgress(sentBytes: number): void
  /** It doesn't continue for now, and why; undefined once it is tried again. */
  onWaiting(failure: Failure | undefined): void
}

/** The result of sending a file. `unreadable`: the browser can't read it any more, because it was moved or changed. */
export type Sent =
  | { readonly is: 'sent'; readonly upload: LibraryUpload }
  | { readonly is: 'failed'; readonly failure: Failure }
  | { readonly is: 'unreadable' }
  | { readonly is: 'cancelled' }

/** Milliseconds before each further attempt; any later one waits as the last does. */
const waitsMs = [1000, 2000, 4000, 8000, 15_000]

/** Milliseconds to wait after this many failures in a row. */
const waitAfter = (failures: number): number => waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0

/** The least bytes of a piece, if something on the way takes no larger ones. */
const leastPieceBytes = 64 * 1024

const smaller = (pieceBytes: number): number => Math.min(pieceBytes, Math.max(leastPieceBytes, Math.floor(pieceBytes / 4)))

/** Characters of a name that the server takes. */
const longestName = 255

/** It may be otherwise in a moment: no connection, a server that is busy or starts again. */
export const isPassing = (failure: Failure): boolean =>
  failure.kind === 'unreachable' ? failure.isWhole !== true : failure.status >= 500 || failure.status === 429

const isTooLarge = (outcome: OutcomeOf<unknown>) =>
  !outcome.ok && outcome.kind === 'refused' && outcome.code === 'BODY_TOO_LARGE'

/** The bytes of a piece in memory, undefined if the file can't be read: sending it would look as if the network were away. */
const inMemory = async (piece: Blob): Promise<Blob | undefined> => {
  try {
    return new Blob([await piece.arrayBuffer()])
  } catch {
    return undefined
  }
}

/** How a file is named in the library's uploads. */
export const nameOfUpload = ({ name }: Pick<ChosenFile, 'name'>): string => name.slice(-longestName).toWellFormed()

/** Calls until an answer stands: a server that is away is asked again, and only `signal` ends that. */
const untilSettled = async <T>(
  call: () => Promise<OutcomeOf<T>>,
  wait: SendingParts['wait'],
  { signal, onWaiting }: SendingOptions,
): Promise<OutcomeOf<T>> => {
  for (let failed = 1; ; failed += 1) {
    const outcome = await call()
    const mayChange = !outcome.ok && isPassing(outcome) && !signal.aborted
    onWaiting(mayChange ? outcome : undefined)
    if (!mayChange) return outcome
    await wait(waitAfter(failed))
    if (signal.aborted) return outcome
  }
}

interface Wanted {
  readonly file: ChosenFile
  readonly uploadId: string
}

/** Begins an upload, or finds it as it is. One that was refused or stored before is begun again. */
const beginUpload = async (
  { file, uploadId }: Wanted,
  settled: <T>(call: () => Promise<OutcomeOf<T>>) => Promise<OutcomeOf<T>>,
  api: SendingParts['api'],
  options: CallOptions,
) => {
  const body = { uploadId, fileName: nameOfUpload(file), fileSize: file.size }
  const begin = () => settled(() => api.call(officeBeginUpload, { body }, options))
  const begun = await begin()
  if (!begun.ok || (begun.value.upload.state !== 'refused' && begun.value.upload.state !== 'stored')) return begun
  const gone = await settled(() => api.call(officeCancelUpload, { body: { uploadId } }, options))
  return gone.ok ? begin() : gone
}

/** How far a file is, and how it is sent. */
interface Stand {
  readonly upload: LibraryUpload
  readonly pieceBytes: number
  /** Pieces in a row that came to nothing. */
  readonly failures: number
}

/** How a file stands after a piece. `isToBeAsked`: only the server knows how far it is, or what happened to the whole. */
const afterPiece = (
  stand: Stand,
  outcome: OutcomeOf<{ readonly received: number }>,
): { readonly stand: Stand; readonly isToBeAsked: boolean } | Failure => {
  const { upload, pieceBytes, failures } = stand
  if (outcome.ok && outcome.value.received > upload.received) {
    const { received } = outcome.value
    return { stand: { pieceBytes, failures: 0, upload: { ...upload, received } }, isToBeAsked: received >= upload.fileSize }
  }
  if (isTooLarge(outcome) && pieceBytes > leastPieceBytes)
    return { stand: { ...stand, pieceBytes: smaller(pieceBytes) }, isToBeAsked: false }
  if (!outcome.ok && !isPassing(outcome)) return outcome
  // A network that breaks large requests off may let smaller ones through.
  const next = failures > 0 ? smaller(pieceBytes) : pieceBytes
  return { stand: { upload, pieceBytes: next, failures: failures + 1 }, isToBeAsked: true }
}

/**
 * Sends a file to the library in pieces, from where the server is. A connection that breaks costs one piece: it is tried again until somebody gives
 * it up. The same file that was refused or stored before is sent again.
 */
export const sendUpload = async (wanted: Wanted, parts: SendingParts, sending: SendingOptions): Promise<Sent> => {
  const { file, uploadId } = wanted
  const { api, send, wait } = parts
  const { signal, onProgress, onWaiting } = sending
  const once = { signal, attempts: 1 }
  const settled = <T>(call: () => Promise<OutcomeOf<T>>) => untilSettled(call, wait, sending)
  const given = (failure: Failure): Sent => (signal.aborted ? { is: 'cancelled' } : { is: 'failed', failure })

  const sendPiece = (offset: number, piece: Blob) => {
    const onSent = (sentBytes: number) => onProgress(offset + Math.min(sentBytes, piece.size))
    return api.call(officeUploadPiece, { body: { uploadId, offset }, file: piece }, { ...once, send: send(onSent) })
  }

  /** Sends the next piece. The result of it, or how it ended. */
  const goOn = async ({ upload, pieceBytes, failures }: Stand): Promise<Stand | Sent> => {
    const { received } = upload
    onProgress(received)
    const piece = await inMemory(file.slice(received, received + pieceBytes))
    if (piece === undefined) return { is: 'unreadable' }
    const outcome = await sendPiece(received, piece)
    const after = afterPiece({ upload, pieceBytes, failures }, outcome)
    if ('ok' in after) return given(after)
    if (after.stand.failures > 0) {
      onWaiting(outcome.ok ? undefined : outcome)
      await wait(waitAfter(after.stand.failures))
    }
    if (!after.isToBeAsked) return after.stand
    const now = await settled(() => api.call(officeUpload, { query: { uploadId } }, once))
    return now.ok ? { ...after.stand, upload: now.value.upload } : given(now)
  }

  const begun = await beginUpload(wanted, settled, api, once)
  if (!begun.ok) return given(begun)
  let stand: Stand = { ...begun.value, failures: 0 }
  while (stand.upload.state === 'receiving' && !signal.aborted) {
    const next = await goOn(stand)
    if ('is' in next) return next
    stand = next
  }
  return signal.aborted ? { is: 'cancelled' } : { is: 'sent', upload: stand.upload }
}
