/** Where the ten digits of a script begin: Arabic, Persian and Urdu, Devanagari, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0xff10]

/** A digit of another script, which a phone's keyboard may write, as the one that the server compares. */
const asciiDigit = (digit: string): string => {
  const point = digit.codePointAt(0) ?? 0
  const zero = zeros.find((first) => point >= first && point <= first + 9)
  return zero === undefined ? digit : String(point - zero)
}

/** A code as it was typed or pasted from a message, `123 456` or `123-456`, without what isn't of it. */
export const cleanCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').replaceAll(/\p{Nd}/gu, asciiDigit)

/** A secret that can't be scanned is typed in groups of four. */
export const groupedSecret = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Enough of an address for its owner to know which one it is: `m•••@example.org`, which a text of either direction leaves whole. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `\u2068${[...email][0]}•••${email.slice(at)}\u2069`
}
