import type { SittingNoteTable } from '../../db/schema.ts'
import type { WrittenEvent } from '../form-run/index.ts'
import { hashOfNote } from '../ledger/index.ts'
import { type Checked, counted } from './finding.ts'

const findingOf = (row: SittingNoteTable, told: ReadonlyMap<number, string>, mayBeErased: boolean): string | undefined => {
  const hash = told.get(row.number)
  if (hash === undefined) return `Note ${row.number} was put in: the ledger tells of none.`
  if (row.text === null || row.salt === null)
    return mayBeErased ? undefined : `Note ${row.number} says nothing any more, though nobody erased it.`
  return row.text_hash === hash && hashOfNote(row.salt, row.text) === hash
    ? undefined
    : `Note ${row.number} was changed after it was written.`
}

/** Holds the notes for the file against the hashes of them in the ledger. `mayBeErased`: their texts were taken away with their person. */
export const checkNotes = (
  rows: readonly SittingNoteTable[],
  ledger: readonly WrittenEvent[],
  { mayBeErased }: { readonly mayBeErased: boolean },
): Checked[] => {
  const told = new Map(ledger.flatMap((event) => (event.kind === 'note' ? [[event.note, event.hash] as const] : [])))
  if (rows.length === 0 && told.size === 0) return []
  const held = new Set(rows.map(({ number }) => number))
  const findings = [
    ...rows.flatMap((row) => findingOf(row, told, mayBeErased) ?? []),
    ...[...told.keys()].flatMap((number) => (held.has(number) ? [] : [`Note ${number} is missing: it was taken out.`])),
  ]
  return [{ about: 'notes', says: `${counted(rows.length, 'note')} for the file, each as the ledger has it`, findings }]
}
