import type { Api } from '@sitwell/client/api'
import type { OutcomeOf } from '@sitwell/client/outcome'

/** Bytes of a file as they came: those that were asked for, or all of it from a server that knows no ranges. */
export interface FilePiece {
  readonly blob: Blob
  /** Of the whole file, in bytes. */
  readonly size: number
  readonly isWhole: boolean
}

/** Bytes of a file from one to another, both among them. */
export const readRange = async (
  api: Pick<Api, 'request'>,
  address: string,
  { from, to }: { readonly from: number; readonly to: number },
  options: { readonly attempts?: number; readonly signal?: AbortSignal } = {},
): Promise<OutcomeOf<FilePiece>> => {
  const outcome = await api.request(address, { headers: { range: `bytes=${from}-${to}` } }, options)
  if (!outcome.ok) return outcome
  try {
    const { status, headers } = outcome.value
    const blob = await outcome.value.blob()
    const [, total] = /\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
    if (status === 206 && total !== undefined) return { ok: true, value: { blob, size: Number(total), isWhole: false } }
    return { ok: true, value: { blob, size: blob.size, isWhole: true } }
  } catch (error) {
    return { ok: false, kind: 'unreachable', message: `${address}: ${error instanceof Error ? error.message : String(error)}` }
  }
}
