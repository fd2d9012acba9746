import type { SetFacts } from '@sitwell/exam/result-sets/set-state'
import type { ResultSetTable } from '../db/schema.ts'

/** A row of `result_set` as far as it matters what may become of it. */
export const setFactsOf = ({ set_number, state, signed_by, release_at }: ResultSetTable): SetFacts => ({
  ...{ number: set_number, state, signedBy: signed_by, releaseAtMs: release_at },
})
