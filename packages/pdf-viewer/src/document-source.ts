/** Reads the bytes of a file as they are needed. */
export interface DocumentSource {
  /** Bytes of the whole file. */
  readonly size: number
  /** The first of them. */
  readonly first: Uint8Array<ArrayBuffer>
  /** Those from one to before another. Retries until they are there, and throws only if nobody waits for them any more. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

/** A source, or the reason why there is none: nobody answers, or the server refuses the file. */
export type OpenedSource =
  | { readonly ok: true; readonly source: DocumentSource }
  | { readonly ok: false; readonly reason: 'unreachable' | 'missing' }

const firstBytes = 64 * 1024

/** Reads a file that is in this browser already. */
export const sourceOfBlob = async (blob: Blob): Promise<DocumentSource> => {
  const read = async (begin: number, end: number) => new Uint8Array(await blob.slice(begin, end).arrayBuffer())
  return { size: blob.size, first: await read(0, firstBytes), read }
}
