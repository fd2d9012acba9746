import type { Kysely } from 'kysely'
import { noteTogether } from '../assessment/ledger/index.ts'
import { isServedHere } from '../db/moved-organisations.ts'
import type { ResultSetTable, Schema } from '../db/schema.ts'
import { type DeliveryPlace, holdResults, type ResultsContext } from './results-context.ts'
import { changeSet, selectSet } from './set-queries.ts'
import {
  isSameCompletion,
  lockSittings,
  type RowOfSet,
  readOldLedgers,
  rowsAtOnce,
  selectOpenRows,
} from './sittings-of-rows.ts'

type Context = Pick<ResultsContext, 'clock' | 'database' | 'exams'>

const markRows = (
  kysely: Kysely<Schema>,
  { org_id, delivery_id, set_number }: ResultSetTable,
  rows: readonly RowOfSet[],
  nowMs: number,
) =>
  kysely
    .updateTable('result_row')
    .set({ frozen_at: nowMs })
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', delivery_id)
    .where('set_number', '=', set_number)
    .where(
      'user_guid',
      'in',
      rows.map(({ user_guid }) => user_guid),
    )
    .execute()

/** Freezes the sittings of some rows of a confirmed set, in one transaction; false if there were none left. */
const freezePiece = async (context: Context, place: DeliveryPlace, number: number): Promise<boolean> => {
  const { database, clock } = context
  const { kysely, dialect } = database
  const set = await selectSet(database, place, number)
  if (!set || set.confirmed_at === null || set.frozen_at !== null) return false
  const expected = await selectOpenRows(kysely, set, 'frozen_at', rowsAtOnce)
  const old = await readOldLedgers({ database, exams: context.exams, clock }, place.orgId, expected)
  return kysely.transaction().execute(async (transaction) => {
    await holdResults(transaction, place)
    const rows = await selectOpenRows(transaction, set, 'frozen_at', rowsAtOnce)
    const nowMs = clock.nowMs()
    if (rows.length === 0) {
      await changeSet(transaction, set, { frozen_at: nowMs })
      return false
    }
    const runs = await lockSittings(transaction, dialect, place.orgId, rows)
    const noted = rows.flatMap((row) => {
      const run = runs.get(row.form_run_guid ?? '')
      if (!run) return []
      const event = { kind: 'result-set', what: 'confirmed', set: number, hash: row.hash } as const
      const isFrozen = isSameCompletion(row, run) && run.marks_told_at === null
      return [{ run, event, ...(isFrozen && { columns: { marks_told_at: nowMs } }) }]
    })
    await noteTogether(transaction, noted, { author: set.confirmed_by ?? '', nowMs, old })
    await markRows(transaction, set, rows, nowMs)
    return true
  })
}

/**
 * Freezes the sittings of a confirmed set, a bounded number at a time: each has the confirmation in its ledger, and from then on nothing of its learner changes the
 * answers. It may be cut off anywhere and begun again, also by another server at the same time: each sitting is frozen once.
 */
export const freezeSet = async (context: Context, place: DeliveryPlace, number: number): Promise<void> => {
  while (await freezePiece(context, place, number));
}

/** Goes on with sets whose sittings are not all frozen: the server that began was ended, or its database was away. */
export const freezeConfirmed = async (context: Context): Promise<void> => {
  const sets = await context.database.kysely
    .selectFrom('result_set')
    .select(['org_id', 'delivery_id', 'set_number'])
    .where('confirmed_at', 'is not', null)
    .where('frozen_at', 'is', null)
    .where(isServedHere('result_set.org_id'))
    .limit(20)
    .execute()
  for (const { org_id: orgId, delivery_id: deliveryId, set_number } of sets)
    await freezeSet(context, { orgId, deliveryId }, set_number)
}
