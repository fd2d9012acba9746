import { type documentKinds, largestDocumentBytes } from '@sitwell/contract'
import { fileTypeFromBuffer } from 'file-type'

type DocumentKind = (typeof documentKinds)[number]

/** A PDF may have other bytes before its sign, as some scanners write them. */
const pdfWithin = 1024

/** Pictures in which nothing runs. */
const pictures: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/heic',
  'image/tiff',
])

/** Names of files of one kind end in several ways. */
const endingsOf: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpg', 'jpeg'],
  tif: ['tif', 'tiff'],
  heic: ['heic', 'heif'],
}

/** What a document is by its own bytes, whatever it is called; undefined if it is neither a PDF nor a picture. */
export const documentKindOf = async (bytes: Uint8Array): Promise<DocumentKind | undefined> => {
  // What breaks off in the middle is no reason to throw: it is then known by what was read.
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (found === 'application/pdf') return 'pdf'
  if (found !== undefined && pictures.has(found)) return 'picture'
  return found === undefined && Buffer.from(bytes.subarray(0, pdfWithin)).includes('%PDF-') ? 'pdf' : undefined
}

/**
 * The name under which a document is saved. Its ending fits the document's own bytes: with a name that ends in `.html`, a browser would run the content before the
 * signature of a PDF once somebody opens the saved file.
 */
export const savedNameOf = async (name: string, bytes: Uint8Array): Promise<string> => {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const ending = found && pictures.has(found.mime) ? found.ext : 'pdf'
  const isSo = endingsOf[ending] ?? [ending]
  return isSo.some((one) => name.toLowerCase().endsWith(`.${one}`)) ? name : `${name}.${ending}`
}

/** The bytes that were sent, in memory; undefined if they are more than a document may have. */
export const readBytes = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > largestDocumentBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
