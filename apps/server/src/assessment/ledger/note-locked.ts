import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { insertEvents, nextRows } from '../form-run/index.ts'
import { changeLocked, type LedgerState } from './time-ledger.ts'

/**
 * Writes an event that changes no time into the ledger of a form run that the caller's transaction has locked. It reads nothing of what
 * was written before, so that it costs the same however long the ledger is; a form run from before there were ledgers begins one.
 */
export const noteLocked = async (
  kysely: Kysely<Schema>,
  { run, loaded, nowMs }: Pick<LedgerState, 'run' | 'loaded' | 'nowMs'>,
  event: NewEvent,
  author: string,
): Promise<void> => {
  if (run.last_event === 0) {
    await changeLocked(kysely, { run, loaded, nowMs }, author, () => [event])
    return
  }
  const rows = await nextRows(kysely, run, [{ ...event, atMs: nowMs, author, number: run.last_event + 1 }])
  await insertEvents(kysely, rows)
  await kysely
    .updateTable('form_run')
    .set({ last_event: run.last_event + 1, ledger_hash: rows.at(-1)?.hash ?? run.ledger_hash })
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .execute()
}
