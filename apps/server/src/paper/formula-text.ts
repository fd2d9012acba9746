const powers: Readonly<Record<string, string>> = { '1': '¹', '2': '²', '3': '³' }

/** In brackets where it is more than one word or number. */
const together = (text: string): string => {
  const inside = text.trim()
  return /^[\p{L}\p{N}.,]*$/u.test(inside) ? inside : `(${inside})`
}

const attached = (sign: '^' | '_', text: string): string => {
  const inside = text.trim()
  if (inside === '') return ''
  return (sign === '^' ? powers[inside] : undefined) ?? sign + together(inside)
}

type Written = (pieces: readonly string[]) => string

/** How elements that say something by their place alone are written in a line. `pieces` is the text of what is in them. */
const written: Readonly<Record<string, Written>> = {
  sup: (pieces) => attached('^', pieces.join('')),
  sub: (pieces) => attached('_', pieces.join('')),
  msup: ([base = '', power = '']) => together(base) + attached('^', power),
  msub: ([base = '', index = '']) => base.trim() + attached('_', index),
  msubsup: ([base = '', index = '', power = '']) => base.trim() + attached('_', index) + attached('^', power),
  mfrac: ([over = '', under = '']) => `${together(over)}/${together(under)}`,
  msqrt: (pieces) => `√${together(pieces.join(''))}`,
  mroot: ([base = '', degree = '']) => `${attached('^', degree)}√${together(base)}`,
}

export const isWrittenAs = (element: string): boolean => Object.hasOwn(written, element)

export const writtenAs = (element: string, pieces: readonly string[]): string => written[element]?.(pieces) ?? pieces.join('')
