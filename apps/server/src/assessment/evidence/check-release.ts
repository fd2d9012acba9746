import type { FormRunTable } from '../../db/schema.ts'
import type { WrittenEvent } from '../form-run/index.ts'
import type { Checked } from './finding.ts'

/** When the results were confirmed by the ledger; null if they weren't, or that was withdrawn or the form run opened again since. */
const confirmedBy = (events: readonly WrittenEvent[]): number | null => {
  const last = events.findLast(({ kind }) => kind === 'results' || kind === 'reopen')
  return last?.kind === 'results' && last.what === 'confirmed' ? last.atMs : null
}

const words = (atMs: number | null) => (atMs === null ? 'not confirmed' : `confirmed at ${new Date(atMs).toISOString()}`)

/** Holds the release of the results against the ledger, which tells of each confirmation; of form runs in which there is anything of it. */
export const checkRelease = (run: Pick<FormRunTable, 'results_confirmed_at'>, events: readonly WrittenEvent[]): Checked[] => {
  const expected = confirmedBy(events)
  if (expected === run.results_confirmed_at && !events.some(({ kind }) => kind === 'results')) return []
  const findings =
    expected === run.results_confirmed_at
      ? []
      : [`The results are kept as ${words(run.results_confirmed_at)}; by the ledger they are ${words(expected)}.`]
  return [{ about: 'results', says: `${words(expected)}, as the ledger has it`, findings }]
}
