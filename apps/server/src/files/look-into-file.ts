import { fileTypeFromBuffer } from 'file-type'

/** Bytes from the beginning of a file that are looked at: office files tell in their first entries what they are. */
export const lookedAtBytes = 512 * 1024

/** A PDF may have other bytes before its sign, as some scanners write them. */
const pdfWithin = 1024

/** What nobody hands in as an answer, whatever it is called: endings as `file-type` names them. */
const programs = new Set(['exe', 'elf', 'macho', 'class', 'wasm', 'lnk', 'deb', 'rpm', 'apk', 'jar', 'dll', 'msi'])

/** Beginnings of programs that are text, or that the library doesn't know. */
const programSigns: readonly (readonly number[])[] = [
  [0x23, 0x21], // #!
  [0x4d, 0x5a], // MZ
  [0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00], // a shortcut of Windows
]

const office = ['zip', 'docx', 'xlsx', 'pptx', 'docm', 'xlsm', 'pptm', 'dotx', 'xltx', 'ppsx', 'odt', 'ods', 'odp', 'cfb']
const pictures = ['png', 'jpg', 'gif', 'webp', 'heic', 'avif', 'bmp', 'tif']

/**
 * What files of an ending are, as `file-type` names it. An office file with a password is a `cfb`; a picture that was renamed is a
 * picture still. Endings that aren't here may hold anything but a program.
 */
const kinds: Readonly<Record<string, readonly string[]>> = {
  docx: office,
  xlsx: office,
  pptx: office,
  odt: office,
  odp: office,
  zip: office,
  png: pictures,
  jpg: pictures,
  jpeg: pictures,
  gif: pictures,
}

const endingOf = (name: string) => /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''

const beginsWith = (bytes: Uint8Array, sign: readonly number[]) => sign.every((byte, index) => bytes[index] === byte)

const hasPdfSign = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, pdfWithin)).includes('%PDF-')

/** `empty`; `program`: it could be run; `other`: it isn't what its ending says. */
export type FileFault = 'empty' | 'program' | 'other'

/** What is wrong with a file by what is in it, from its beginning; undefined where nothing is. */
export const faultIn = async (name: string, head: Uint8Array): Promise<FileFault | undefined> => {
  if (head.length === 0) return 'empty'
  // What stops in the middle of an archive's entry is no reason to throw: it is then known by what was read.
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.ext
  if (programSigns.some((sign) => beginsWith(head, sign)) || (found && programs.has(found))) return 'program'
  const ending = endingOf(name)
  if (ending === 'pdf') return hasPdfSign(head) ? undefined : 'other'
  const wanted = kinds[ending]
  if (!wanted) return undefined
  if (found) return wanted.includes(found) ? undefined : 'other'
  // Cut off within its first entry, an archive is told by its sign alone.
  return wanted === office && beginsWith(head, [0x50, 0x4b]) ? undefined : 'other'
}
