import { encodeBytes, encodedBodyType, encodedPieceBytes, largestPieceBytes, resumableFilePath } from '@sitwell/contract'
import { type HttpRequest, type HttpResponse, type HttpStack, Upload } from 'tus-js-client'
import type { Api } from './api.ts'
import type { Failure, OutcomeOf } from './outcome.ts'
import { sendWithProgress } from './send-with-progress.ts'

/** How an upload is watched, and given up. */
export interface PieceOptions {
  readonly signal: AbortSignal
  /** Bytes of the file that have left, those of earlier pages among them. */
  onProgress(sentBytes: number): void
  /** The pieces go in base64: something on the way refuses them as they are. */
  readonly inBase64?: boolean
}

/** Base64 writes three bytes as four. */
const growth = 4 / 3

/** Requests of the protocol as requests of our own: with the session's token, refreshed where it has run out. */
const stackOver = (
  api: Pick<Api, 'request'>,
  path: string,
  { signal, inBase64 = false }: Pick<PieceOptions, 'signal' | 'inBase64'>,
  onFailure: (failure: Failure) => void,
): HttpStack => ({
  getName: () => 'sitwell',
  createRequest(method, url) {
    const headers = new Headers()
    const abort = new AbortController()
    let onSent = (_sentBytes: number) => {}
    const request: HttpRequest = {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => headers.set(name, value),
      getHeader: (name) => headers.get(name) ?? undefined,
      setProgressHandler: (handler) => {
        onSent = handler
      },
      async send(body?: Blob | null) {
        const isEncoded = inBase64 && body instanceof Blob
        if (isEncoded) headers.set('content-type', encodedBodyType)
        const sent = isEncoded ? encodeBytes(new Uint8Array(await body.arrayBuffer())) : body
        const send = sendWithProgress((bytes) => onSent(isEncoded ? Math.floor(bytes / growth) : bytes))
        const outcome = await api.request(
          path,
          { method, headers: Object.fromEntries(headers), ...(sent && { body: sent }) },
          { attempts: 1, signal: AbortSignal.any([signal, abort.signal]), send },
        )
        if (!outcome.ok) {
          onFailure(outcome)
          throw new Error(outcome.message)
        }
        const { value } = outcome
        const text = await value.text()
        const response: HttpResponse = {
          getStatus: () => value.status,
          getHeader: (name) => value.headers.get(name) ?? undefined,
          getBody: () => text,
          getUnderlyingObject: () => value,
        }
        return response
      },
      abort: async () => abort.abort(),
      getUnderlyingObject: () => undefined,
    }
    return request
  },
})

/**
 * Sends the bytes of an announced file that the server lacks, in pieces, by the tus protocol: it asks how far they are, and continues
 * from there. It tries once; when to try again is its caller's.
 */
export const sendInPieces = (
  api: Pick<Api, 'request'>,
  fileGuid: string,
  bytes: Blob,
  { signal, onProgress, inBase64 = false }: PieceOptions,
): Promise<OutcomeOf<undefined>> =>
  new Promise((resolve) => {
    let failure: Failure | undefined
    const path = resumableFilePath(fileGuid)
    const upload = new Upload(bytes, {
      uploadUrl: path,
      uploadSize: bytes.size,
      chunkSize: inBase64 ? encodedPieceBytes : largestPieceBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      httpStack: stackOver(api, path, { signal, inBase64 }, (met) => {
        failure = met
      }),
      onProgress,
      onSuccess: () => resolve({ ok: true, value: undefined }),
      onError: ({ message }) => resolve(failure ?? { ok: false, kind: 'unreachable', message }),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      resolve({ ok: false, kind: 'unreachable', message: 'aborted' })
    })
    upload.start()
  })
