import { randomBytes } from 'node:crypto'
import { hashOfReasons } from '../assessment/marks/index.ts'
import type { ResultRowTable } from '../db/schema.ts'
import type { Decided, Decisions } from './entries.ts'

/** The reasons of what staff decided about somebody, as a row keeps them. */
export interface KeptReasons {
  readonly outcome?: Decided
  readonly withheld?: Decided
}

/** The columns of the reasons. */
export const reasonColumns = ({
  outcome,
  withheld,
}: Decisions): Pick<ResultRowTable, 'reasons' | 'reasons_hash' | 'reasons_salt'> => {
  const kept: KeptReasons = {
    ...(outcome && { outcome: { author: outcome.author, atMs: outcome.atMs, reason: outcome.reason } }),
    ...(withheld && { withheld }),
  }
  const reasons = JSON.stringify(kept)
  const reasons_salt = randomBytes(16).toString('hex')
  return { reasons, reasons_salt, reasons_hash: hashOfReasons(reasons_salt, reasons) }
}
