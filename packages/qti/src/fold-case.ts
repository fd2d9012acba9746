import { normalForm } from './normal-form.ts'

/**
 * A text without its capitals. Two texts that differ only in their case become the same, whichever letters they have: ß, ẞ and SS are
 * one, so are all forms of sigma, and so are the four letters i of Turkish (i, I, ı, İ), because a keyboard of another language has only two.
 */
export const foldCase = (text: string): string =>
  normalForm(
    // Lower case first, because ẞ is its own capital; then upper case, which makes SS of ß.
    text
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replace(/i\u0307+/g, 'i'),
    'NFC',
  )
