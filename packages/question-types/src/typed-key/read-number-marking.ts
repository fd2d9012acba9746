import { comparableText } from '@sitwell/qti/comparable-text'
import { type Decimal, decimalIn } from './decimal.ts'

/** A number with Western digits and separators. A raised digit is none: 10³ isn't 103. */
const plain = (text: string): string =>
  comparableText(text)
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '')
    .replaceAll('\u060c', ',')
    .replace(/[\s']/g, '')

/** Longer than any number that a question asks for, and than one with whatever spaces and marks somebody has typed between. */
const mostCharacters = 100
const mostTyped = 1000

const withThousands = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/
const withThousandPoints = /^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/

/**
 * Every number that a typed text can mean. `1,500` is one and a half to some and fifteen hundred to others: both are given. None
 * where the text is no number.
 */
export const readingsOfNumber = (text: string): Decimal[] => {
  if (text.length > mostTyped) return []
  const given = plain(text)
  if (given.length > mostCharacters) return []
  const readings = [given.replace(',', '.')]
  if (withThousands.test(given)) readings.push(given.replaceAll(',', ''))
  if (withThousandPoints.test(given)) readings.push(given.replaceAll('.', '').replace(',', '.'))
  return readings.flatMap((one) => decimalIn(one) ?? [])
}
