import type { LedgerEvent } from '@sitwell/exam/ledger/ledger'
import { keyOfResponse } from './entry-chain.ts'
import type { ConfirmedEntries } from './response-rows.ts'

/**
 * How many entries the ledger of each response had when the results were confirmed, by the heads in the sitting's ledger; undefined if they
 * aren't confirmed: that was withdrawn, or the form run was opened again since.
 */
export const confirmedEntries = (events: readonly LedgerEvent[]): ConfirmedEntries => {
  const last = events.findLastIndex(({ kind }) => kind === 'results' || kind === 'reopen')
  const decided = events[last]
  if (decided?.kind !== 'results' || decided.what !== 'confirmed') return undefined
  return new Map(
    events.slice(0, last).flatMap((event) => (event.kind === 'mark' ? [[keyOfResponse(event), event.entry] as const] : [])),
  )
}
