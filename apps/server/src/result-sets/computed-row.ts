import type { ComparableRow } from '@sitwell/exam/result-sets/compare-sets'
import type { PersonOfDelivery } from './people.ts'

/** What a person has, as it would be computed now. Marks are billionths. */
export interface ComputedRow extends ComparableRow {
  readonly person: PersonOfDelivery
  /** What the row was computed from, as JSON: see `inputsOf`. */
  readonly inputs: string
}
