import { analyse } from 'chardet'
import { textAt } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'
import type { LeftOut } from '../../imported-package.ts'

/** Bytes that say enough of an encoding. */
const sampleBytes = 256 * 1024
/** Of 100: below it the encoding is that of older programs on Windows, which is the commonest. */
const leastConfidence = 30
const usual = 'windows-1252'

const decoderFor = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The words with letters beyond ASCII: all others look like those of any encoding, and most like English. */
const tellingWords = (bytes: Uint8Array): Uint8Array => {
  const words =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/[A-Za-z\u0080-\u00ff]+/g) ?? []
  return Buffer.from(words.filter((one) => /[\u0080-\u00ff]/.test(one)).join(' '), 'latin1')
}

/** What a reader can tell a wrong encoding by: a piece of the text around its first letter that isn't ASCII. */
const sampleOf = (text: string): string => {
  const at = Math.max(0, text.search(/[^\p{ASCII}]/u))
  return text
    .slice(Math.max(0, at - 20), at + 20)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The text of a table. Programs save it in the encoding of their country and don't say which: one that is found out is reported, with a sample. */
export const tableText = (files: PackageFiles, path: string): { readonly text: string; readonly lost: readonly LeftOut[] } => {
  const bytes = files.get(path) ?? new Uint8Array()
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isMarked || isUtf8(bytes)) return { text: textAt(files, path), lost: [] }
  const [best] = analyse(tellingWords(bytes.subarray(0, sampleBytes))).filter(
    ({ name }) => !/^(utf|ascii)/i.test(name) && decoderFor(name),
  )
  const decoder = (best && best.confidence >= leastConfidence && decoderFor(best.name)) || new TextDecoder(usual)
  // Checks how large the file is, too.
  textAt(files, path)
  const text = decoder.decode(bytes).replace(/\r\n?/g, '\n')
  const why = `It is not UTF-8, and was read as ${decoder.encoding}, as in "${sampleOf(text)}". If that is wrong, save it as UTF-8.`
  return { text, lost: [{ place: path, what: 'encoding', why, loss: 'nothing' }] }
}
