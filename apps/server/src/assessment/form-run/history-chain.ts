import { type ChainedEntry, linkOf, seedOf } from '@sitwell/exam/evidence/chain'
import type { AnswerEventTable, FormRunTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import { type ChainOwner, chainedRun } from './ledger-chain.ts'

/** What of a save never changes, except for the number that it may be given here. */
export type SaveContent = Pick<
  AnswerEventTable,
  | 'org_id'
  | 'form_run_guid'
  | 'request_id'
  | 'question_id'
  | 'writer_id'
  | 'answer'
  | 'workings'
  | 'bookmarked'
  | 'client_time'
  | 'received_at'
>

/** As both databases keep it: half a pair of surrogates is replaced, and PostgreSQL's text has no NUL. */
const retained = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** A hash over a save as it came. What happens to it isn't in it, for that can change: staff accept what came late. */
export const contentOf = (save: SaveContent): string =>
  sha256(
    JSON.stringify([
      save.org_id,
      save.form_run_guid,
      retained(save.request_id),
      save.question_id,
      retained(save.writer_id),
      retained(save.answer),
      retained(save.workings),
      save.bookmarked,
      save.client_time === null ? null : retained(save.client_time),
      save.received_at,
    ]),
  )

const hashDigits = 64

/** What a history begins with, as the link of no save: with nothing before it. */
export const historyBeginning = (run: ChainOwner): string => '0'.repeat(hashDigits) + seedOf('history', chainedRun(run), sha256)

/** The two hashes of a link: that of the save before it, then its own. */
export const hashesIn = (link: string) => ({ previous: link.slice(0, hashDigits), hash: link.slice(hashDigits) })

/** A save as its chain holds it. */
export const historyEntry = (row: SaveContent & { readonly sequence: number }): Pick<ChainedEntry, 'content'> => ({
  content: `${row.sequence} ${contentOf(row)}`,
})

/**
 * The link of the next save of a form run that is locked, with its number. `write-saves.ts` and `write-saves-together.ts` do the same
 * in the database. Null in a form run from before histories were chained.
 */
export const nextLink = (
  { history_count, history_link }: Pick<FormRunTable, 'history_count' | 'history_link'>,
  save: SaveContent & { readonly sequence: number },
): { readonly number: number; readonly link: string | null } => {
  const number = history_count + 1
  if (history_link === null) return { number, link: null }
  const { hash } = hashesIn(history_link)
  return { number, link: hash + linkOf(hash, { number, ...historyEntry(save) }, sha256) }
}
