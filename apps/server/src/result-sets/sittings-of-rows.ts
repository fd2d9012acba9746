import type { Kysely } from 'kysely'
import { lockFormRuns } from '../assessment/form-run/index.ts'
import { type LedgerContext, oldLedgers } from '../assessment/ledger/index.ts'
import type { FormRunTable, ResultRowTable, ResultSetTable, Schema } from '../db/schema.ts'
import type { Reading } from './results-context.ts'

/** A row with its sitting. */
export type RowOfSet = Pick<
  ResultRowTable,
  'form_run_guid' | 'handed_in_at' | 'hash' | 'is_withheld' | 'outcome' | 'user_guid' | 'waiting'
>

/** Rows of one transaction: whoever saves or marks meanwhile waits for none of it for long. */
export const rowsAtOnce = 100

/** Rows of a set to which something hasn't come yet. */
export const selectOpenRows = (
  kysely: Kysely<Schema>,
  { org_id, delivery_id, set_number }: ResultSetTable,
  column: 'frozen_at' | 'settled_at',
  limit: number,
): Promise<RowOfSet[]> =>
  kysely
    .selectFrom('result_row')
    .select(['user_guid', 'form_run_guid', 'handed_in_at', 'hash', 'is_withheld', 'outcome', 'waiting'])
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', delivery_id)
    .where('set_number', '=', set_number)
    .where(column, 'is', null)
    .orderBy('user_guid')
    .limit(limit)
    .execute()

/** Whether a sitting still is what a row tells of: it was not opened again since. */
export const isSameCompletion = (row: RowOfSet, run: Pick<FormRunTable, 'completed_at'> | undefined): boolean =>
  run !== undefined && run.completed_at !== null && run.completed_at === row.handed_in_at

/** The sittings of some rows, by their guids, held until the transaction ends. */
export const lockSittings = async (
  kysely: Kysely<Schema>,
  dialect: Reading['dialect'],
  orgId: number,
  rows: readonly RowOfSet[],
): Promise<ReadonlyMap<string, FormRunTable>> => {
  const guids = rows.flatMap(({ form_run_guid }) => form_run_guid ?? [])
  const runs = await lockFormRuns({ kysely, dialect }, orgId, guids)
  return new Map(runs.map((run) => [run.form_run_guid, run]))
}

/** The exams of sittings from before there were ledgers: what writes the first event of one needs it, and reads it before a transaction. */
export const readOldLedgers = (context: LedgerContext, orgId: number, rows: readonly RowOfSet[]) =>
  oldLedgers(
    context,
    orgId,
    rows.flatMap(({ form_run_guid }) => form_run_guid ?? []),
  )
