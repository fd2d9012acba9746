import { analyse } from 'chardet'

/** Bytes that are enough to recognise an encoding. */
const sampleBytes = 256 * 1024
/** Of 100: below it the encoding is that of older programs on Windows, which is the commonest. */
const leastConfidence = 30
const usual = 'windows-1252'

/** A text with the encoding that it was read as. Line ends are `\n`, and a byte order mark is gone. */
export interface DecodedText {
  readonly text: string
  /** A label of the Encoding Standard, such as `utf-8` or `windows-1250`. */
  readonly encoding: string
  /**
   * Set if the encoding was recognised by its words alone, and may be wrong: a piece of the text around its first letter that isn't ASCII, by
   * which a reader can judge.
   */
  readonly doubtfulSample?: string
}

const decoderFor = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

const decodeStrictly = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
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

const sampleOf = (text: string): string => {
  const at = Math.max(0, text.search(/[^\p{ASCII}]/u))
  return text
    .slice(Math.max(0, at - 20), at + 20)
    .replace(/\s+/g, ' ')
    .trim()
}

const markedEncoding = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Reads a text whose encoding nobody names: by its byte order mark, as UTF-8 if it is valid, or as what its words look most like. */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  const marked = markedEncoding(bytes)
  const strict = decodeStrictly(bytes, marked)
  if (strict !== undefined) return { text: withPlainLineEnds(strict), encoding: marked }
  // With its mark, a text of UTF-16 has no other reading, however broken it is.
  if (marked !== 'utf-8') return { text: withPlainLineEnds(new TextDecoder(marked).decode(bytes)), encoding: marked }
  const [best] = analyse(tellingWords(bytes.subarray(0, sampleBytes))).filter(
    ({ name }) => !/^(utf|ascii)/i.test(name) && decoderFor(name),
  )
  const decoder = (best && best.confidence >= leastConfidence && decoderFor(best.name)) || new TextDecoder(usual)
  const text = withPlainLineEnds(decoder.decode(bytes))
  return { text, encoding: decoder.encoding, doubtfulSample: sampleOf(text) }
}
