import type { Api } from '@sitwell/client/api'
import type { OpenedSource } from '@sitwell/pdf-viewer/document-source.ts'
import { readRange } from '../../content/read-range.ts'

/** Bytes that are read before anything is known of a file; a PDF tells in them how the rest is to be read. */
const firstBytes = 64 * 1024
/** Milliseconds until a piece that didn't come is asked for again. */
export const retryMs = 3000

const bytesIn = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** Opens a document of an exam: from this device once it is here, otherwise piece by piece from the server. */
export const openSource = async (parts: {
  readonly api: Pick<Api, 'request'>
  readonly address: string
  /** The whole file, where and as soon as it is on this device. */
  held(): Blob | undefined
  readonly signal: AbortSignal
  /** Whether pieces that were asked for don't come for now. */
  onWaiting(isWaiting: boolean): void
  wait(ms: number): Promise<void>
}): Promise<OpenedSource> => {
  const { api, address, signal } = parts
  let whole: Blob | undefined
  const held = () => whole ?? parts.held()
  let waiting = 0
  const wait = (by: 1 | -1) => {
    waiting += by
    parts.onWaiting(waiting > 0)
  }

  const fetchPiece = async (begin: number, end: number, attempts: number) => {
    const outcome = await readRange(api, address, { from: begin, to: end - 1 }, { attempts, signal })
    if (outcome.ok && outcome.value.isWhole) whole = outcome.value.blob
    return outcome
  }

  /** Undefined if it can't be had just now. */
  const readOnce = async (begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    signal.throwIfAborted()
    const here = held()
    if (here) return bytesIn(here.slice(begin, end))
    const outcome = await fetchPiece(begin, end, 1)
    if (!outcome.ok) return undefined
    if (outcome.value.isWhole) return readOnce(begin, end)
    return outcome.value.blob.size === end - begin ? bytesIn(outcome.value.blob) : undefined
  }
  const read = async (begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
    let isLate = false
    try {
      for (;;) {
        const bytes = await readOnce(begin, end)
        if (bytes) return bytes
        if (!isLate) wait(1)
        isLate = true
        await parts.wait(retryMs)
      }
    } finally {
      if (isLate) wait(-1)
    }
  }

  const here = held()
  if (here) return { ok: true, source: { size: here.size, first: await bytesIn(here.slice(0, firstBytes)), read } }
  const outcome = await fetchPiece(0, firstBytes, 3)
  if (!outcome.ok) {
    const isMissing = outcome.kind === 'refused' && outcome.status >= 400 && outcome.status < 500
    return { ok: false, reason: isMissing ? 'missing' : 'unreachable' }
  }
  const { size, blob } = outcome.value
  return { ok: true, source: { size, first: await bytesIn(blob.slice(0, firstBytes)), read } }
}
