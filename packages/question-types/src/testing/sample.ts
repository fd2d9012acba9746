import type { Answer } from '@sitwell/contract'
import type fc from 'fast-check'

/** A question of a type, and what its answers may be made of. */
export interface Sample {
  /** The fields that the type adds. */
  readonly fields: object
  /** Ids and texts that its options on the wire may have; a type without has none. */
  readonly optionIds?: readonly string[]
  readonly optionTexts?: readonly string[]
  /** Wire answers, where those made of any texts and options would say little. */
  readonly answers?: fc.Arbitrary<Answer>
}
