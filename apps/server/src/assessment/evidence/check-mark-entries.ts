import { checkChain } from '@sitwell/exam/evidence/check-chain'
import type { FormRunTable, MarkEntryTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import type { WrittenEvent } from '../form-run/index.ts'
import { chainedMarkEntry, detailsHashOf, entryOfRow, entrySeed, keyOfResponse, type ResponseName } from '../marks/index.ts'
import { chainWords } from './check-ledger.ts'
import { type Checked, counted } from './finding.ts'

type MarkEvent = Extract<WrittenEvent, { kind: 'mark' }>

const nameOf = ({ questionId, part }: ResponseName) => `question ${questionId}${part === '' ? '' : `, part ${part}`}`

const responseOf = (row: MarkEntryTable): ResponseName => ({ questionId: row.question_id, part: row.part })

/** What doesn't match between an entry and what its hash is over. */
const findingOfDetails = (row: MarkEntryTable, mayBeErased: boolean): string | undefined => {
  if (row.details === null || row.salt === null)
    return mayBeErased ? undefined : `Entry ${row.number} says nothing any more, though nobody erased it.`
  if (detailsHashOf(row.salt, row.details) !== row.details_hash) return `Entry ${row.number} was changed after it was written.`
  return entryOfRow(row) ? undefined : `Entry ${row.number} can't be read.`
}

const findingsAt = (
  run: FormRunTable,
  name: ResponseName,
  {
    rows,
    events,
    mayBeErased,
  }: { readonly rows: readonly MarkEntryTable[]; readonly events: readonly MarkEvent[]; readonly mayBeErased: boolean },
): string[] => {
  const entries = rows.map((row) => ({ ...chainedMarkEntry(row), previous: row.previous_hash, hash: row.hash }))
  const last = events.at(-1)
  const head = { number: last?.entry ?? 0, hash: last?.head ?? null }
  const chain =
    rows.length > 0 && !last
      ? ['It was put in: the ledger of the sitting tells of no mark there.']
      : checkChain({ seed: entrySeed(run, name), entries, head }, sha256).findings.map((one) =>
          chainWords(one, 'entry', 'Entry'),
        )
  const hashes = new Map(rows.map(({ number, hash }) => [number, hash]))
  const others = events.flatMap(({ entry, head: told }) =>
    hashes.has(entry) && hashes.get(entry) !== told
      ? [`Entry ${entry} is not the one of which the ledger of the sitting tells.`]
      : [],
  )
  const found = [
    ...chain,
    ...(chain.length > 0 ? [] : others),
    ...rows.flatMap((row) => findingOfDetails(row, mayBeErased) ?? []),
  ]
  return [...new Set(found)].map((finding) => `Marks of ${nameOf(name)}: ${finding}`)
}

/**
 * Holds the ledger of the marks of each response against its chain, and against the heads that the ledger of the sitting has: one that is
 * missing as a whole is noticed too. `mayBeErased`: what the entries say was taken away with their learner.
 */
export const checkMarkEntries = (
  run: FormRunTable,
  rows: readonly MarkEntryTable[],
  ledger: readonly WrittenEvent[],
  { mayBeErased }: { readonly mayBeErased: boolean },
): Checked[] => {
  const events = ledger.filter((event): event is MarkEvent & WrittenEvent => event.kind === 'mark')
  if (rows.length === 0 && events.length === 0) return []
  const names = new Map(
    [...rows.map(responseOf), ...events].map((one) => [keyOfResponse(one), { questionId: one.questionId, part: one.part }]),
  )
  const held = Map.groupBy(rows, (row) => keyOfResponse(responseOf(row)))
  const told = Map.groupBy(events, keyOfResponse)
  const findings = [...names].flatMap(([key, name]) =>
    findingsAt(run, name, { rows: held.get(key) ?? [], events: told.get(key) ?? [], mayBeErased }),
  )
  const erased = rows.filter(({ details }) => details === null).length
  const of = `${counted(rows.length, 'entry', 'entries')} of ${counted(names.size, 'response')}`
  return [
    {
      about: 'mark entries',
      says: `${of}, each follows from the one before it, and is as the ledger of the sitting has it${erased > 0 ? `; what ${counted(erased, 'entry says', 'entries say')} is erased` : ''}`,
      findings,
    },
  ]
}
