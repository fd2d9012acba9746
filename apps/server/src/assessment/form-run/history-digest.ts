import type { AnswerEventTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'

/** What stood in the history when an event of the ledger was written: how many saves, and a hash over all of them. */
export interface HistoryDigest {
  readonly saves: number
  readonly hash: string
}

/** Of one save as it is kept. A column that holds nothing is left out, so that one that is added later changes no digest of before. */
const hashOf = (row: AnswerEventTable): string => {
  const columns = Object.entries(row).filter(([, value]) => value !== null)
  return sha256(JSON.stringify(columns.sort(([one], [other]) => (one < other ? -1 : 1))))
}

const digestOver = (hashes: readonly string[]): HistoryDigest => ({
  saves: hashes.length,
  hash: sha256(['sitwell-history-1', ...hashes.toSorted()].join('\n')),
})

/** Of saves as they are kept, whatever order they come in: all that was typed, and what was decided of it. */
export const digestOf = (rows: readonly AnswerEventTable[]): HistoryDigest => digestOver(rows.map(hashOf))

/** The same of saves that are read piece by piece. */
export const digestOfPieces = async (pieces: AsyncIterable<readonly AnswerEventTable[]>): Promise<HistoryDigest> => {
  const hashes: string[] = []
  for await (const piece of pieces) hashes.push(...piece.map(hashOf))
  return digestOver(hashes)
}
