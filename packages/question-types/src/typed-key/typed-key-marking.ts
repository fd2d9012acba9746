import { comparableText } from '@sitwell/qti/comparable-text'
import { foldCase } from '@sitwell/qti/fold-case'
import { normalForm } from '@sitwell/qti/normal-form'
import * as z from 'zod'
import { type Decimal, isWithin, percentOf, toDecimal } from './decimal.ts'
import { readingsOfNumber } from './read-number-marking.ts'

const acceptedText = z.strictObject({ value: z.string().min(1) })
const acceptedNumber = z.strictObject({
  value: z.number(),
  /** How far from it still counts, on either side; the edge does. */
  tolerance: z.number().nonnegative().default(0),
  /** The same in per cent of the value; the wider of the two holds. */
  tolerancePercent: z.number().nonnegative().default(0),
})

/** One of several texts. */
export const textsKey = z.strictObject({
  kind: z.literal('texts'),
  accepted: z.array(acceptedText).min(1),
  ignoreCase: z.boolean().default(true),
  ignoreAccents: z.boolean().default(false),
  /** All spaces; spaces at the ends and doubled ones never count. */
  ignoreSpaces: z.boolean().default(false),
})

/** A number near enough to one of several. */
export const numbersKey = z.strictObject({ kind: z.literal('numbers'), accepted: z.array(acceptedNumber).min(1) })

/** What makes a short typed answer right, where what it is worth is said elsewhere: a blank, a cell, a field of a form. */
export const typedKey = z.discriminatedUnion('kind', [textsKey, numbersKey])
export type TypedKey = z.infer<typeof typedKey>

const share = { share: z.number().min(0).max(1).default(1) }
const penalty = { penalty: z.number().nonnegative().default(0) }

/**
 * A typed key that says what an answer is worth too. `share` is the part of the marks that a variant earns, `penalty` the marks
 * that a wrong answer costs.
 */
export const creditedTypedKey = z.discriminatedUnion('kind', [
  textsKey.extend({ accepted: z.array(acceptedText.extend(share)).min(1), ...penalty }),
  numbersKey.extend({ accepted: z.array(acceptedNumber.extend(share)).min(1), ...penalty }),
])
export type CreditedTypedKey = z.infer<typeof creditedTypedKey>

const normalised = (text: string, key: Omit<z.infer<typeof textsKey>, 'accepted' | 'kind'>): string => {
  let result = comparableText(text)
    .trim()
    .replace(/\s+/g, key.ignoreSpaces ? '' : ' ')
  if (key.ignoreAccents) result = normalForm(result, 'NFD').replace(/\p{Mn}/gu, '')
  return key.ignoreCase ? foldCase(result) : result
}

/** Those of the accepted that a typed text is. */
const fitting = <Key extends TypedKey>(key: Key, text: string): Key['accepted'][number][] => {
  if (key.kind === 'texts') {
    const given = normalised(text, key)
    return key.accepted.filter((one) => normalised(one.value, key) === given)
  }
  const readings = readingsOfNumber(text)
  return key.accepted.filter(({ value: wanted, tolerance, tolerancePercent }) => {
    const value = toDecimal(wanted)
    const most = [toDecimal(tolerance), percentOf(value, toDecimal(tolerancePercent))]
    return readings.some((number) => most.some((one) => isWithin(number, value, one)))
  })
}

const canonical = ({ digits, scale }: Decimal): string => {
  if (digits === 0n) return 'number 0'
  let [least, places] = [digits, scale]
  while (places > 0 && least % 10n === 0n) {
    least /= 10n
    places -= 1
  }
  return `number ${least}/${places}`
}

const asTyped = { ignoreCase: false, ignoreAccents: false, ignoreSpaces: false }

/**
 * All that a typed text may mean to a key, as texts that are the same for what it doesn't tell apart: `1,500` may be two numbers. Without a key it is the text itself; one empty text where
 * nothing was typed.
 */
export const meaningsOfTyped = (key: TypedKey | CreditedTypedKey | undefined, text: string): string[] => {
  if (isEmpty(text)) return ['']
  const numbers = key?.kind === 'numbers' ? [...new Set(readingsOfNumber(text).map(canonical))] : []
  if (numbers.length > 0) return numbers.sort()
  return [`text ${normalised(text, key?.kind === 'texts' ? key : asTyped)}`]
}

const isEmpty = (text: string): boolean => comparableText(text).trim() === ''

/** Whether a typed text is right. An empty one never is. */
export const isRightTyped = (key: TypedKey, text: string): boolean => !isEmpty(text) && fitting(key, text).length > 0

/** The score of a typed answer; an empty one scores 0 and costs nothing. */
export const scoreOfTyped = (key: CreditedTypedKey, marks: number, text: string): number => {
  if (isEmpty(text)) return 0
  const earned = Math.max(0, ...fitting(key, text).map((one) => one.share))
  return earned > 0 ? earned * marks : 0 - key.penalty
}
