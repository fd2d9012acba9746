import { nothingBecause } from '@sitwell/exam/result-sets/compare-sets'
import { latenessOf } from '@sitwell/exam/result-sets/set-state'
import type { Kysely } from 'kysely'
import { noteTogether } from '../assessment/ledger/index.ts'
import { isServedHere } from '../db/moved-organisations.ts'
import type { FormRunTable, ResultSetTable, Schema } from '../db/schema.ts'
import { isReleaseMailed, queueReleaseMails } from '../mail-outbox/index.ts'
import { selectDecisions } from './entries.ts'
import { freezeSet } from './freeze.ts'
import { type DeliveryPlace, holdResults, type ResultsContext } from './results-context.ts'
import { changeSet, newestBegun, selectSet, selectSets } from './set-queries.ts'
import {
  isSameCompletion,
  lockSittings,
  type RowOfSet,
  readOldLedgers,
  rowsAtOnce,
  selectOpenRows,
} from './sittings-of-rows.ts'
import { outcomeIn } from './stored-rows.ts'

type Context = Pick<ResultsContext, 'clock' | 'config' | 'database' | 'exams'>

/**
 * Begins the release of a confirmed set, in a transaction that holds the delivery's results: from here on the set decides what is shown of its delivery. Answers
 * the set as it is then; undefined if it may not begin: another one began since, or it is not confirmed any more.
 */
export const beginRelease = async (
  kysely: Kysely<Schema>,
  place: DeliveryPlace,
  number: number,
  nowMs: number,
): Promise<ResultSetTable | undefined> => {
  const sets = await selectSets({ kysely }, place)
  const set = sets.find(({ set_number }) => set_number === number)
  if (set?.state !== 'confirmed' || set.release_at === null || set.release_at > nowMs) return undefined
  if ((newestBegun(sets)?.set_number ?? 0) > number) {
    // Its plan lapses: a newer set is shown by now.
    await changeSet(kysely, set, { release_at: null, release_by: null })
    return undefined
  }
  return changeSet(kysely, set, { state: 'releasing', begun_at: nowMs, late_ms: latenessOf(set.release_at, nowMs) })
}

/** Whether a release gives a person their result: what the row says, unless it is withheld since, or the sitting was opened again. */
const isGiven = (row: RowOfSet, run: FormRunTable | undefined, isWithheld: boolean): boolean =>
  !isWithheld &&
  isSameCompletion(row, run) &&
  nothingBecause({ outcome: outcomeIn(row.outcome), isWithheld: row.is_withheld === 1, waiting: row.waiting }) === undefined

const settleRows = async (
  kysely: Kysely<Schema>,
  { org_id, delivery_id, set_number }: ResultSetTable,
  guids: readonly string[],
  columns: { readonly settled_at: number; readonly is_told: 0 | 1 },
) => {
  if (guids.length > 0)
    await kysely
      .updateTable('result_row')
      .set(columns)
      .where('org_id', '=', org_id)
      .where('delivery_id', '=', delivery_id)
      .where('set_number', '=', set_number)
      .where('user_guid', 'in', guids)
      .where('settled_at', 'is', null)
      .execute()
}

/**
 * Releases a set to some more people, in one transaction: what each of them has, the event in the ledger of the sitting, their mail, and that it came to them. False if nobody is left, or the
 * release was withdrawn.
 */
export const releasePiece = async (
  context: Context,
  place: DeliveryPlace,
  number: number,
  atOnce = rowsAtOnce,
): Promise<boolean> => {
  const { database, clock } = context
  const { kysely, dialect } = database
  const before = await selectSet(database, place, number)
  if (before?.state !== 'releasing') return false
  const expected = await selectOpenRows(kysely, before, 'settled_at', atOnce)
  const old = await readOldLedgers({ database, exams: context.exams, clock }, place.orgId, expected)
  // Before the transaction: SQLite has one connection.
  const isMailed = await isReleaseMailed(context, place.orgId)
  return kysely.transaction().execute(async (transaction) => {
    await holdResults(transaction, place)
    const set = await selectSet({ kysely: transaction }, place, number)
    if (set?.state !== 'releasing') return false
    const nowMs = clock.nowMs()
    const rows = await selectOpenRows(transaction, set, 'settled_at', atOnce)
    if (rows.length === 0) {
      await changeSet(transaction, set, { state: 'released', released_at: nowMs })
      return false
    }
    const decisions = await selectDecisions({ kysely: transaction }, place)
    const runs = await lockSittings(transaction, dialect, place.orgId, rows)
    const given = rows.flatMap((row) => {
      const run = runs.get(row.form_run_guid ?? '')
      return run && isGiven(row, run, decisions.get(row.user_guid)?.withheld !== undefined) ? [{ row, run }] : []
    })
    const noted = given.map(({ row, run }) => ({
      run,
      event: { kind: 'result-set', what: 'released', set: number, hash: row.hash } as const,
    }))
    await noteTogether(transaction, noted, { author: set.release_by ?? '', nowMs, old })
    const told = new Set(given.map(({ row }) => row.user_guid))
    if (isMailed) await queueReleaseMails(transaction, { ...place, set: number, userGuids: [...told], nowMs })
    const guids = rows.map(({ user_guid }) => user_guid)
    await settleRows(transaction, set, [...told], { settled_at: nowMs, is_told: 1 })
    await settleRows(
      transaction,
      set,
      guids.filter((guid) => !told.has(guid)),
      { settled_at: nowMs, is_told: 0 },
    )
    return true
  })
}

/**
 * Releases a set whose release has begun, a bounded number of people at a time. It may be cut off anywhere and begun again, also by another server at the same
 * time: each person has it once. Its sittings are frozen before, so that nothing of a learner changes what is told.
 */
export const releaseSet = async (context: Context, place: DeliveryPlace, number: number): Promise<void> => {
  await freezeSet(context, place, number)
  while (await releasePiece(context, place, number));
}

/** Begins releases that are due, however late, and goes on with those that were cut off. */
export const releaseDue = async (context: Context): Promise<void> => {
  const { database, clock } = context
  const due = await database.kysely
    .selectFrom('result_set')
    .select(['org_id', 'delivery_id', 'set_number'])
    .where('release_at', '<=', clock.nowMs())
    .where('released_at', 'is', null)
    .where('state', 'in', ['confirmed', 'releasing'])
    .where(isServedHere('result_set.org_id'))
    .orderBy('release_at')
    .orderBy('set_number')
    .limit(20)
    .execute()
  for (const { org_id: orgId, delivery_id: deliveryId, set_number } of due) {
    const place = { orgId, deliveryId }
    await database.kysely.transaction().execute(async (kysely) => {
      await holdResults(kysely, place)
      return beginRelease(kysely, place, set_number, clock.nowMs())
    })
    await releaseSet(context, place, set_number)
  }
}
