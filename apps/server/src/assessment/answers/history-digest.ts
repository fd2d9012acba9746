import type { AnswerEventTable } from '../../db/schema.ts'
import { sha256 } from '../ledger/ledger-chain.ts'

/** What stood in the history when an event of the ledger was written: how many saves, and a hash over all of them. */
export interface HistoryDigest {
  readonly saves: number
  readonly hash: string
}

/**
 * Of saves as they are kept, whatever order they come in: all that was typed, and what was decided of it. A column that holds nothing
 * is left out, so that one that is added later changes no digest of before.
 */
export const digestOf = (rows: readonly AnswerEventTable[]): HistoryDigest => {
  const hashes = rows.map((row) => {
    const columns = Object.entries(row).filter(([, value]) => value !== null)
    return sha256(JSON.stringify(columns.sort(([one], [other]) => (one < other ? -1 : 1))))
  })
  return { saves: rows.length, hash: sha256(['sitwell-history-1', ...hashes.sort()].join('\n')) }
}
