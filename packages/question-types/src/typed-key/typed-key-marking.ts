import * as z from 'zod'
import { readingsOfNumber } from './read-number.ts'

const share = z.number().min(0).max(1).default(1)
const penalty = z.number().nonnegative().default(0)

/**
 * What makes a short typed answer right, in whole or in part: one of several texts, or a number near enough to one of several.
 * `share` is the part of the marks that a variant earns, `penalty` the marks that a wrong answer costs.
 */
export const typedKey = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('texts'),
    accepted: z.array(z.strictObject({ value: z.string().min(1), share })).min(1),
    ignoreCase: z.boolean().default(true),
    ignoreAccents: z.boolean().default(false),
    /** All spaces; spaces at the ends and doubled ones never count. */
    ignoreSpaces: z.boolean().default(false),
    penalty,
  }),
  z.strictObject({
    kind: z.literal('numbers'),
    accepted: z
      .array(
        z.strictObject({
          value: z.number(),
          /** How far from it still counts, on either side. */
          tolerance: z.number().nonnegative().default(0),
          /** The same in per cent of the value; the wider of the two holds. */
          tolerancePercent: z.number().nonnegative().default(0),
          share,
        }),
      )
      .min(1),
    penalty,
  }),
])
export type TypedKey = z.infer<typeof typedKey>
type TextsKey = Extract<TypedKey, { kind: 'texts' }>
type AcceptedNumber = Extract<TypedKey, { kind: 'numbers' }>['accepted'][number]

const normalised = (text: string, { ignoreCase, ignoreAccents, ignoreSpaces }: TextsKey): string => {
  let result = text
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ignoreSpaces ? '' : ' ')
  if (ignoreAccents) result = result.normalize('NFD').replace(/\p{Mn}/gu, '')
  // Upper case first: it makes of ß and SS the same.
  return ignoreCase ? result.toUpperCase().toLowerCase() : result
}

/** What binary fractions lose: 0.1 + 0.2 is 0.3 to everyone but a computer. */
const roundingError = 1e-9

const isNear = (number: number, { value, tolerance, tolerancePercent }: AcceptedNumber): boolean => {
  const allowed = Math.max(tolerance, (Math.abs(value) * tolerancePercent) / 100)
  return Math.abs(number - value) <= allowed + roundingError * Math.max(1, Math.abs(value))
}

/** The share of the marks that a typed answer earns, from 0 to 1. */
const shareOf = (key: TypedKey, text: string): number => {
  if (key.kind === 'texts') {
    const given = normalised(text, key)
    return Math.max(0, ...key.accepted.map((one) => (normalised(one.value, key) === given ? one.share : 0)))
  }
  const readings = readingsOfNumber(text)
  return Math.max(0, ...key.accepted.map((one) => (readings.some((number) => isNear(number, one)) ? one.share : 0)))
}

/** The score of a typed answer; an empty one scores 0 and costs nothing. */
export const scoreOfTyped = (key: TypedKey, marks: number, text: string): number => {
  if (text.trim() === '') return 0
  const earned = shareOf(key, text)
  return earned > 0 ? earned * marks : 0 - key.penalty
}
