import { normalForm } from '@sitwell/qti/normal-form'

/** Controls but tab and line ends, what overrides the order of reading, and characters that are none. */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g

/**
 * Text as it may stand on paper: no control characters, nothing that turns the order of reading around, no half of a pair, accents
 * put together with their letters, line ends as `\n`.
 */
export const plainText = (text: string): string =>
  normalForm(
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      .replace(forbidden, '')
      .replace(/\t/g, '    '),
    'NFC',
  )
