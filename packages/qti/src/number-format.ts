/** A conversion as C's `printf` writes it, with literal text around it. */
const conversion = /^((?:[^%]|%%)*)%([-+ #0]*)(\d{0,3})(?:\.(\d{0,2}))?([diouxXeEfFgGrRsS])((?:[^%]|%%)*)$/

/** Whether a format is one that {@link formatted} follows. */
export const isNumberFormat = (format: string): boolean => conversion.test(format)

/** An exponent has two digits at least. */
const withExponent = (text: string) => text.replace(/e([+-])(\d)$/, 'e$10$2')

const exponential = (value: number, precision: number) => withExponent(value.toExponential(precision))

const withoutZeros = (text: string) => text.replace(/(\.\d*?)0+(e|$)/, '$1$2').replace(/\.(e|$)/, '$1')

/** This many significant figures, with an exponent where the number is very large or small. */
const general = (value: number, figures: number, keepsZeros: boolean): string => {
  const exponent = Number(value.toExponential(figures - 1).split('e')[1])
  const text = exponent < -4 || exponent >= figures ? exponential(value, figures - 1) : value.toFixed(figures - 1 - exponent)
  return keepsZeros ? text : withoutZeros(text)
}

const prefixes: Readonly<Record<string, string>> = { o: '0', x: '0x', X: '0X' }
const bases: Readonly<Record<string, number>> = { o: 8, x: 16, X: 16 }

const whole = (
  value: number,
  type: string,
  { base, digits, isMarked }: { base: number; digits: number; isMarked: boolean },
) => {
  const written = Math.round(value)
    .toString(bases[type] ?? (type === 'i' ? base : 10))
    .padStart(digits, '0')
  return (isMarked ? (prefixes[type] ?? '') : '') + written
}

const digitsOf = (value: number, type: string, precision: number | undefined, isMarked: boolean, base: number): string => {
  switch (type.toLowerCase()) {
    case 'e':
      return exponential(value, precision ?? 6)
    case 'f':
      return value.toFixed(precision ?? 6)
    case 'g':
      return general(value, Math.max(1, precision ?? 6), isMarked)
    case 'r':
      return general(value, Math.max(1, precision ?? 6), true)
    case 's':
      return plainNumber(value)
    default:
      return whole(value, type, { base, digits: precision ?? 1, isMarked })
  }
}

const isCapital = (type: string) => /[XEGR]/.test(type)

/** A number without any format: as it is, without what binary fractions make of decimals. */
export const plainNumber = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF'
  return String(Number(value.toPrecision(15)))
}

const padded = (sign: string, digits: string, width: number, flags: string): string => {
  if (flags.includes('-')) return (sign + digits).padEnd(width)
  return flags.includes('0') ? sign + digits.padStart(width - sign.length, '0') : (sign + digits).padStart(width)
}

/**
 * A number by a format such as `%.2f` (information model, number formatting rules). `r` and `R` are this many significant figures, zeros
 * at the end among them. `base` is that of the conversion `i`. Undefined if the format is none.
 */
export const formatted = (value: number, format: string, base = 10): string | undefined => {
  const [found, before = '', flags = '', width = '', precision, type = '', after = ''] = conversion.exec(format) ?? []
  if (found === undefined) return undefined
  const literal = (text: string) => text.replaceAll('%%', '%')
  if (!Number.isFinite(value)) return literal(before) + plainNumber(value) + literal(after)
  const digits = digitsOf(
    Math.abs(value),
    type,
    precision === undefined ? undefined : Number(precision),
    flags.includes('#'),
    base,
  )
  const isNothing = /^[0.]*(e[+-]0+)?$/.test(digits)
  const sign = value < 0 && !isNothing ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''
  const text = padded(sign, digits, Number(width || 0), flags)
  return literal(before) + (isCapital(type) ? text.toUpperCase() : text) + literal(after)
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** `1.5e+03` as `1.5 × 10³`. */
export const inPowerForm = (text: string): string =>
  text.replace(/e([+-]?)0*(\d+)/i, (_, sign: string, digits: string) => {
    const raised = [...digits].map((one) => superscripts[Number(one)]).join('')
    return ` × 10${sign === '-' ? '⁻' : ''}${raised}`
  })
