import { fileTypeFromBuffer } from 'file-type'

/** Bytes from the beginning of a file that are looked at: office files tell in their first entries what they are. */
export const lookedAtBytes = 512 * 1024

/** A PDF may have other bytes before its sign, as some scanners write them. */
const pdfWithin = 1024

/** What nobody hands in as an answer, whatever it is called: endings as `file-type` names them. */
const programs = new Set(['exe', 'elf', 'macho', 'class', 'wasm', 'lnk', 'deb', 'rpm', 'apk', 'jar', 'dll', 'msi'])

/** Programs that are archives: one that is called a zip is a zip, which may hold anything. */
const programArchives = new Set(['jar', 'apk'])

const shortcutSign = [0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00]
const scriptSign = [0x23, 0x21]

/** Source that may begin with `#!`: an exam in programming asks for it, and takes no such ending otherwise. */
const sources = new Set('awk bash fish groovy js jl kts lua mjs php pl py r rb scala sh tcl ts zsh'.split(' '))

/** Bytes of the oldest head of a Windows program, in which some are 0: `MZ` alone may begin a word. */
const dosHeadBytes = 64

/** What an office file or a zip begins with; with a password it is of the older form. */
const archiveSigns = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const archives = new Set(['docx', 'xlsx', 'pptx', 'odt', 'odp', 'zip'])

/** Pictures, as `file-type` names them: one that was renamed is a picture still. */
const pictures = new Set(['png', 'apng', 'jpg', 'gif', 'webp', 'heic', 'avif', 'bmp', 'tif', 'jxl', 'jp2'])
const pictureEndings = new Set(['png', 'jpg', 'jpeg', 'gif'])

const endingOf = (name: string) => /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''

const beginsWith = (bytes: Uint8Array, sign: readonly number[]) => sign.every((byte, index) => bytes[index] === byte)

const hasPdfSign = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, pdfWithin)).includes('%PDF-')

const isProgram = (ending: string, head: Uint8Array, found: string | undefined): boolean => {
  if (beginsWith(head, scriptSign)) return !sources.has(ending)
  if (beginsWith(head, shortcutSign)) return true
  if (found === 'exe') return head.subarray(0, dosHeadBytes).includes(0)
  return found !== undefined && programs.has(found) && !(ending === 'zip' && programArchives.has(found))
}

/** `empty`; `program`: it could be run; `other`: it isn't what its ending says. */
export type FileFault = 'empty' | 'program' | 'other'

/** The problems with a file by what is in it, from its beginning; undefined if nothing is. */
export const faultIn = async (name: string, head: Uint8Array): Promise<FileFault | undefined> => {
  if (head.length === 0) return 'empty'
  // What stops in the middle of an archive's entry is no reason to throw: it is then known by what was read.
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.ext
  const ending = endingOf(name)
  if (isProgram(ending, head, found)) return 'program'
  if (ending === 'pdf') return hasPdfSign(head) ? undefined : 'other'
  if (archives.has(ending)) return archiveSigns.some((sign) => beginsWith(head, sign)) ? undefined : 'other'
  if (pictureEndings.has(ending)) return found && pictures.has(found) ? undefined : 'other'
  // Other endings may hold anything but a program.
  return undefined
}
