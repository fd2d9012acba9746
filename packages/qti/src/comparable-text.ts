import { normalForm } from './normal-form.ts'

/** Characters that no reader sees; but not those that tell the flags of Wales and England apart. */
const invisible = /(?![\u{e0000}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu

const apostrophes = '’‘‚‛ʼʻʽʹ′´׳‹›'
const quotes = '“”„‟″״〝〞〟«»'
const hyphens = '‐‑‒–—―−⁃־'
const plainSigns = new Map(
  [
    [apostrophes, "'"],
    [quotes, '"'],
    [hyphens, '-'],
  ].flatMap(([all = '', plain = '']) => Array.from(all, (sign): [string, string] => [sign, plain])),
)
const signs = new RegExp(`[${apostrophes}${quotes}${hyphens}]`, 'gu')

/** Letters and signs that stand raised or lowered. Digits that do are known by what they represent. */
const raisedOrLowered =
  /[\u02b0-\u02b8\u02e0-\u02e4\u10fc\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2070-\u209c\u2c7c\u2c7d\u2d6f\ua69c\ua69d\ua770\ua7f2-\ua7f4\ua7f8\ua7f9\uab5c-\uab5f\uab69]/u

/**
 * A character in its plain form: `Ａ` is A, `ﬁ` is fi. One that would become a digit without being one stays, because ², ½ and ① don't mean
 * 2, 1/2 and 1; so does an accent that stands alone.
 */
const plainForm = (character: string): string => {
  if (plainSigns.has(character) || raisedOrLowered.test(character)) return character
  const plain = character.normalize('NFKC')
  const isOtherNumber = /\d/.test(plain) && !/\p{Nd}/u.test(character)
  const isAccent = plain.startsWith(' ') && !/\p{Zs}/u.test(character)
  return isOtherNumber || isAccent ? character : plain
}

/** Lowered digits behind a letter or a bracket, as in H₂O; not those before a digit, as in log₂8. */
const formulaDigits = /(?<=[\p{L}\p{M})\]])[₀-₉]+(?![\d₀-₉])/gu

/**
 * A text as it is compared with what somebody typed. Keyboards, phones and word processors write the same text in different characters; here
 * they become the same:
 * - apostrophes, single quotation marks and primes are `'`, double ones `"`, hyphens, dashes and minus signs `-`;
 * - every kind of space is a space, but not its number;
 * - soft hyphens, zero-width characters and other invisible ones are removed;
 * - letters with accents are one character, wide and narrow forms and ligatures are plain letters;
 * - lowered digits in a formula are digits (H₂O). Raised ones, fractions and circled numbers stay what they are: 10³ isn't 103.
 */
export const comparableText = (text: string): string => {
  if (/^\p{ASCII}*$/u.test(text)) return text
  const plain = normalForm(text.replace(invisible, ''), 'NFC')
    .replace(/«([^«»]*)»/g, (_, inside: string) => `"${inside.trim()}"`)
    // Marks have no other form, and a text may be full of them.
    .replace(/[^\p{ASCII}\p{M}]/gu, plainForm)
    .replace(signs, (sign) => plainSigns.get(sign) ?? sign)
    .replace(/\p{Zs}/gu, ' ')
    .replace(formulaDigits, (digits) => Array.from(digits, (one) => one.charCodeAt(0) - 0x2080).join(''))
  return normalForm(plain, 'NFC')
}

/** A pattern of XML Schema for texts in their comparable form: only its signs, spaces and invisible characters change. */
export const comparablePattern = (pattern: string): string =>
  pattern
    .replace(invisible, '')
    // A plain hyphen has a meaning in a class of characters.
    .replace(signs, (sign) => (plainSigns.get(sign) === '-' ? '\\-' : (plainSigns.get(sign) ?? sign)))
    .replace(/\p{Zs}/gu, ' ')
