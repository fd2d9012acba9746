/** A decimal number without rounding: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint
  /** From 0. */
  readonly scale: number
}

const written = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i

/** The number that a text writes with Western digits, a point and perhaps a power of ten; undefined where it writes none. */
export const decimalIn = (text: string): Decimal | undefined => {
  const [found, sign = '', whole = '', fraction = '', exponent = '0'] = written.exec(text) ?? []
  if (found === undefined || whole + fraction === '') return undefined
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** A number as JavaScript writes it. Throws where it isn't finite. */
export const toDecimal = (value: number): Decimal => {
  const decimal = decimalIn(String(value))
  if (!decimal) throw new RangeError(`${value} is no decimal number`)
  return decimal
}

const magnitude = (digits: bigint) => (digits < 0n ? -digits : digits)

/** So many per cent of a number, without its sign. */
export const percentOf = (value: Decimal, percent: Decimal): Decimal => ({
  digits: magnitude(value.digits * percent.digits),
  scale: value.scale + percent.scale + 2,
})

/** Whether two numbers differ by at most `most`, which is included. */
export const isWithin = (one: Decimal, other: Decimal, most: Decimal): boolean => {
  const scale = Math.max(one.scale, other.scale, most.scale)
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  return magnitude(at(one) - at(other)) <= at(most)
}
