import * as z from 'zod'
import { isRightTyped, numbersKey, textsKey } from '../typed-key/typed-key-marking.ts'
import { areasOf, ticked } from './field-value.ts'

const share = {
  /** How much of the question's marks it is worth, against the other entries of the key. */
  weight: z.number().positive().default(1),
}
const accept = z.array(z.string().min(1)).min(1)

/** What is right in one field. */
export const fieldKey = z.discriminatedUnion('kind', [
  textsKey.extend(share),
  numbersKey.extend(share),
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

const isRight = (key: Exclude<FieldKey, { kind: 'person' }>, value: string): boolean => {
  switch (key.kind) {
    case 'texts':
    case 'numbers':
      return isRightTyped(key, value)
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
