import type { Change } from './key-value-store.ts'

/** How a Blob is kept by a browser whose store takes none: private windows of WebKit. */
interface BlobInBytes {
  readonly format: 'blob-in-bytes'
  readonly bytes: ArrayBuffer
  readonly type: string
}

const isInBytes = (value: unknown): value is BlobInBytes =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'blob-in-bytes'

/** Whether a change brings a Blob. */
export const hasBlob = (change: Change<string>): boolean => 'put' in change && change.value instanceof Blob

/** The same change without a Blob. Rejects where its bytes can't be read. */
export const inBytes = async <P extends string>(change: Change<P>): Promise<Change<P>> => {
  if (!('put' in change && change.value instanceof Blob)) return change
  const value: BlobInBytes = {
    format: 'blob-in-bytes',
    bytes: await change.value.arrayBuffer(),
    type: change.value.type,
  }
  return { ...change, value }
}

/** What was kept, as it was given to be kept. */
export const withBlob = (value: unknown): unknown => (isInBytes(value) ? new Blob([value.bytes], { type: value.type }) : value)
