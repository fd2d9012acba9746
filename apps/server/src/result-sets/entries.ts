import { type DecidableOutcome, decidableOutcomes } from '@sitwell/exam/result-sets/outcome'
import type { OutcomeEntryTable } from '../db/schema.ts'
import type { DeliveryPlace, Reading } from './results-context.ts'

/** What somebody decided, and why. */
export interface Decided {
  readonly author: string
  readonly atMs: number
  readonly reason: string
}

/** What staff decided about a person in a delivery, as it counts now. */
export interface Decisions {
  readonly outcome: (Decided & { readonly outcome: DecidableOutcome }) | undefined
  readonly withheld: Decided | undefined
  /** The number of the newest entry; 0 if there is none. */
  readonly newest: number
}

export const noDecisions: Decisions = { outcome: undefined, withheld: undefined, newest: 0 }

const decidedBy = ({ author, at, reason }: OutcomeEntryTable): Decided => ({ author, atMs: at, reason })

const withEntry = (before: Decisions, row: OutcomeEntryTable): Decisions => {
  const newest = row.number
  if (row.act !== 'outcome') return { ...before, newest, withheld: row.act === 'withheld' ? decidedBy(row) : undefined }
  const outcome = decidableOutcomes.find((one) => one === row.outcome)
  return { ...before, newest, outcome: outcome && { ...decidedBy(row), outcome } }
}

/** What counts of entries in the order of their numbers. */
export const decisionsOf = (rows: readonly OutcomeEntryTable[]): Decisions => rows.reduce(withEntry, noDecisions)

/** What staff decided about the people of a delivery, by their guids; whom nothing was decided about is not in it. */
export const selectDecisions = async (
  { kysely }: Pick<Reading, 'kysely'>,
  { orgId, deliveryId }: DeliveryPlace,
): Promise<ReadonlyMap<string, Decisions>> => {
  const rows = await kysely
    .selectFrom('outcome_entry')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('user_guid')
    .orderBy('number')
    .execute()
  return new Map([...Map.groupBy(rows, ({ user_guid }) => user_guid)].map(([guid, own]) => [guid, decisionsOf(own)]))
}
