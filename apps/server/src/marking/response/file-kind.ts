import type { MarkedFileKind } from '@sitwell/contract'
import { fileTypeFromBuffer } from 'file-type'

/** What the beginning of a file shows it to be, whatever it was called. */
export interface FileKind {
  readonly kind: MarkedFileKind
  readonly mediaType: string
}

const other: FileKind = { kind: 'other', mediaType: 'application/octet-stream' }

/** Kinds that browsers show by themselves, and in which nothing runs. A picture of another kind is a download. */
const shown: ReadonlyMap<string, MarkedFileKind> = new Map([
  ...['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif'].map((one) => [one, 'picture'] as const),
  ...[
    'audio/mpeg',
    'audio/mp4',
    'audio/x-m4a',
    'audio/ogg',
    'audio/opus',
    'audio/wav',
    'audio/flac',
    'audio/x-flac',
    'audio/aac',
  ].map((one) => [one, 'sound'] as const),
  ...['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime'].map((one) => [one, 'film'] as const),
])

const pdfWithin = 1024

/**
 * How a marker is shown a file, by its own bytes: `head` are those that it begins with. A page, a picture of vectors or a program is never more than a download, since it
 * could act on whoever opens it.
 */
export const fileKindOf = async (head: Uint8Array): Promise<FileKind> => {
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime.replace(/;.*/, '')
  if (found === 'application/pdf' || Buffer.from(head.subarray(0, pdfWithin)).includes('%PDF-'))
    return { kind: 'pdf', mediaType: 'application/pdf' }
  const kind = found === undefined ? undefined : shown.get(found)
  return kind && found !== undefined ? { kind, mediaType: found } : other
}
