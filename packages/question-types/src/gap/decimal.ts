/** A decimal number without rounding: `digits` × 10^-`scale`. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const decimal = (whole: string, fraction: string, exponent = 0): Decimal => {
  const scale = fraction.length - exponent
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

const fromNumber = (value: number): Decimal => {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return decimal(`${sign}${whole}`, fraction, Number(exponent))
}

/** Longer than any number that a question asks for. */
const mostCharacters = 100

/** Western digits and signs for those that other keyboards type. */
const westernDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')
    .replace(/[−–]/g, '-')
    .replace(/[\s’']/g, '')

const withPoint = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
const withComma = /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d*),(\d*)$/

/** What a typed text may mean as a number: `1,500` is 1500 where a comma groups, and 1.5 where it is the decimal sign. */
const readings = (typed: string): Decimal[] => {
  const text = westernDigits(typed)
  if (text.length > mostCharacters || !/\d/.test(text)) return []
  return [withPoint, withComma].flatMap((form) => {
    const found = form.exec(text)
    if (!found) return []
    const [, sign = '', whole = '', fraction = ''] = found
    return [decimal(`${sign === '-' ? '-' : ''}${whole.replace(/[.,]/g, '') || '0'}`, fraction)]
  })
}

/** Whether a typed text is a number that differs from `value` by at most `tolerance`, both included, without rounding. */
export const isNumberWithin = (typed: string, value: number, tolerance: number): boolean => {
  const [expected, most] = [fromNumber(value), fromNumber(tolerance)]
  return readings(typed).some((reading) => {
    const scale = Math.max(reading.scale, expected.scale, most.scale)
    const at = (one: Decimal) => one.digits * 10n ** BigInt(scale - one.scale)
    const difference = at(reading) - at(expected)
    return (difference < 0n ? -difference : difference) <= at(most)
  })
}
