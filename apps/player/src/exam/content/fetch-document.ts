import type { Api } from '@sitwell/client/api'
import type { OutcomeOf } from '@sitwell/client/outcome'
import { readRange } from './read-range.ts'

/** Bytes of a piece: on a slow line each comes within the time that a request has, and a cut costs no more than one. */
export const pieceBytes = 1024 * 1024

/** How far a file is loaded, in bytes. */
export interface LoadedBytes {
  readonly loaded: number
  readonly size: number
}

/** Loads a file piece by piece, each tried again as a call is. */
export const fetchDocument = async (
  api: Pick<Api, 'request'>,
  address: string,
  onLoaded: (bytes: LoadedBytes) => void = () => undefined,
): Promise<OutcomeOf<Blob>> => {
  const pieces: Blob[] = []
  let loaded = 0
  for (;;) {
    const outcome = await readRange(api, address, { from: loaded, to: loaded + pieceBytes - 1 })
    if (!outcome.ok) return outcome
    const { blob, size, isWhole } = outcome.value
    if (isWhole) return { ok: true, value: blob }
    pieces.push(blob)
    loaded += blob.size
    onLoaded({ loaded, size })
    if (loaded >= size) return { ok: true, value: new Blob(pieces, { type: blob.type }) }
    if (blob.size === 0) return { ok: false, kind: 'unreachable', message: `${address}: an empty piece` }
  }
}
