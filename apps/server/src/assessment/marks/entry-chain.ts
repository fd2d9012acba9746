import { appendTo, type ChainedEntry, seedOf } from '@sitwell/exam/evidence/chain'
import type { MarkEntryTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import { type ChainOwner, chainedRun } from '../form-run/index.ts'

/** Names a response within its form run: a question, or one of its parts. */
export interface ResponseName {
  readonly questionId: string
  readonly part: string
}

/** Of a map by responses. */
export const keyOfResponse = ({ questionId, part }: ResponseName): string => JSON.stringify([questionId, part])

/** What the first entry of a response links to: no entry fits into the ledger of another. */
export const entrySeed = (run: ChainOwner, name: ResponseName): string =>
  seedOf(`marks ${keyOfResponse(name)}`, chainedRun(run), sha256)

/** A hash over what an entry says. Both go when the entry is erased, and the hash stays: without the salt nobody finds a mark by trying all. */
export const detailsHashOf = (salt: string, details: string): string => sha256(JSON.stringify([salt, details]))

type Content = Omit<MarkEntryTable, 'details' | 'salt' | 'previous_hash' | 'hash'>

/** An entry as its chain holds it. */
export const chainedMarkEntry = (row: Content): Pick<ChainedEntry, 'number' | 'content'> => ({
  number: row.number,
  content: JSON.stringify([
    ...[row.org_id, row.form_run_guid, row.question_id, row.part, row.kind, row.at, row.author, row.request_id],
    row.details_hash,
  ]),
})

/** The hashes of an entry that follows the one whose hash is `previous`. */
export const linkEntry = (previous: string, row: Content): Pick<MarkEntryTable, 'previous_hash' | 'hash'> => {
  const [link] = appendTo(previous, [chainedMarkEntry(row)], sha256)
  if (!link) throw new Error('A chain took no entry')
  return { previous_hash: link.previous, hash: link.hash }
}
