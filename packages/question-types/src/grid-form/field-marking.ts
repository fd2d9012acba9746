import * as z from 'zod'
import { areasOf, ticked } from './field-value.ts'

const share = {
  /** How much of the question's marks it is worth, against the other entries of the key. */
  weight: z.number().positive().default(1),
}
const accept = z.array(z.string().min(1)).min(1)

/** What is right in one field. */
export const fieldKey = z.discriminatedUnion('kind', [
  /** Any of the accepted variants; spaces at the ends and doubled ones don't count, capitals only with `caseSensitive`. */
  z.strictObject({ kind: z.literal('text'), accept, caseSensitive: z.boolean().default(false), ...share }),
  /** At most `tolerance` away from the value. */
  z.strictObject({ kind: z.literal('number'), value: z.number(), tolerance: z.number().nonnegative().default(0), ...share }),
  /** `MM-DD`: the year is the one in which the exam is sat. */
  z.strictObject({ kind: z.literal('date'), accept: z.array(z.string().regex(/^\d{2}-\d{2}$/, 'MM-DD')).min(1), ...share }),
  /** Any of these options of a radio or dropdown. */
  z.strictObject({ kind: z.literal('option'), accept, ...share }),
  /** Exactly these areas of a hotspot. */
  z.strictObject({ kind: z.literal('areas'), areas: accept, ...share }),
  z.strictObject({ kind: z.literal('ticked'), ticked: z.boolean(), ...share }),
  /** Waits for a person, unless it is empty. */
  z.strictObject({ kind: z.literal('person'), ...share }),
])
export type FieldKey = z.infer<typeof fieldKey>

export type FieldMark = 'right' | 'wrong' | 'empty' | 'person'

const tidy = (text: string, caseSensitive: boolean) => {
  const plain = text.normalize('NFC').trim().replace(/\s+/g, ' ')
  return caseSensitive ? plain : plain.toLowerCase()
}

/** A number as people write it: either sign of a decimal, spaces between thousands. Undefined where it is none, or unclear. */
const numberIn = (text: string): number | undefined => {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(/^[\u2212\u2013]/, '-')
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(plain)) return undefined
  return Number(plain.replace(',', '.'))
}

const isNear = (value: number, wanted: number, tolerance: number) =>
  // Decimal fractions in binary: 0.3 is as near to 0.1 as 0.2 says.
  Math.abs(value - wanted) <= tolerance + Number.EPSILON * 4 * Math.max(1, Math.abs(value), Math.abs(wanted))

const isRight = (key: Exclude<FieldKey, { kind: 'person' }>, value: string): boolean => {
  switch (key.kind) {
    case 'text':
      return key.accept.some((variant) => tidy(variant, key.caseSensitive) === tidy(value, key.caseSensitive))
    case 'number': {
      const number = numberIn(value)
      return number !== undefined && isNear(number, key.value, key.tolerance)
    }
    case 'date':
      return key.accept.includes(value.slice('YYYY-'.length))
    case 'option':
      return key.accept.includes(value)
    case 'areas': {
      const chosen = new Set(areasOf(value))
      return chosen.size === new Set(key.areas).size && key.areas.every((area) => chosen.has(area))
    }
    case 'ticked':
      return (value === ticked) === key.ticked
  }
}

/** The mark of one field, by what stands in it; '' where nothing does. */
export const markField = (key: FieldKey, value: string): FieldMark => {
  if (key.kind === 'person') return value.trim() === '' ? 'empty' : 'person'
  // A box that isn't ticked is an answer once the form is one at all.
  if (value.trim() === '' && key.kind !== 'ticked') return 'empty'
  return isRight(key, value) ? 'right' : 'wrong'
}
