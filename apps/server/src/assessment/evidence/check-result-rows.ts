import type { FormRunTable, ResultRowTable } from '../../db/schema.ts'
import type { WrittenEvent } from '../form-run/index.ts'
import { hashOfReasons, hashOfRow } from '../marks/index.ts'
import { type Checked, counted } from './finding.ts'

type SetEvent = Extract<WrittenEvent, { kind: 'result-set' }>

const findingsOfRow = (row: ResultRowTable, events: readonly SetEvent[], mayBeErased: boolean): string[] => {
  const name = `Result set ${row.set_number}`
  const own = events.filter(({ set }) => set === row.set_number)
  const said = (what: SetEvent['what']) => own.filter((event) => event.what === what).length
  const reasons =
    row.reasons === null || row.reasons_salt === null
      ? !mayBeErased
      : hashOfReasons(row.reasons_salt, row.reasons) !== row.reasons_hash
  return [
    ...(hashOfRow(row) === row.hash ? [] : [`${name}: its row was changed after it was computed.`]),
    ...(reasons ? [`${name}: the reasons in its row were changed.`] : []),
    ...(own.every(({ hash }) => hash === row.hash) ? [] : [`${name}: its row is not the one of which the ledger tells.`]),
    ...(said('confirmed') === (row.frozen_at === null ? 0 : 1)
      ? []
      : [`${name}: its confirmation is told ${said('confirmed')} times in the ledger.`]),
    ...(said('released') === row.is_told ? [] : [`${name}: its release is told ${said('released')} times in the ledger.`]),
  ]
}

/**
 * Holds the rows that result sets have for a sitting against their hashes, and against the ledger, which tells of each confirmation and release once. Of sittings
 * that are in a set, or whose ledger names one. `mayBeErased`: what its person said was taken away.
 */
export const checkResultRows = (
  { form_run_guid }: Pick<FormRunTable, 'form_run_guid'>,
  rows: readonly ResultRowTable[],
  ledger: readonly WrittenEvent[],
  { mayBeErased }: { readonly mayBeErased: boolean },
): Checked[] => {
  const events = ledger.filter((event): event is SetEvent & WrittenEvent => event.kind === 'result-set')
  if (rows.length === 0 && events.length === 0) return []
  const there = new Set(rows.map(({ set_number }) => set_number))
  const gone = [...new Set(events.map(({ set }) => set))].filter((set) => !there.has(set))
  return [
    {
      about: 'result sets',
      says: `${counted(rows.length, 'row')} of form run ${form_run_guid}, each as it was computed and as the ledger tells`,
      findings: [
        ...rows.flatMap((row) => findingsOfRow(row, events, mayBeErased)),
        ...gone.map((set) => `Result set ${set} has no row for it, though the ledger tells of it.`),
      ],
    },
  ]
}
