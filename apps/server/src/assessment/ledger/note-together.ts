import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import type { Kysely } from 'kysely'
import type { FormRunEventTable, FormRunTable, Schema } from '../../db/schema.ts'
import { insertEvents, type LoadedExam, nextRows } from '../form-run/index.ts'
import { noteLocked } from './note-locked.ts'
import { type LedgerContext, loadedOf } from './time-ledger.ts'

/** What is written down of one sitting, and what of it changes with that. */
interface Noted {
  readonly run: FormRunTable
  readonly event: NewEvent
  readonly columns?: Partial<Pick<FormRunTable, 'marks_told_at'>>
}

/** Those of some sittings that are from before there were ledgers, with their exams, by which one begins. Not within a transaction. */
export const oldLedgers = async (
  context: LedgerContext,
  orgId: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, LoadedExam>> => {
  if (guids.length === 0) return new Map()
  const runs = await context.database.kysely
    .selectFrom('form_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', 'in', guids)
    .where('last_event', '=', 0)
    .execute()
  const found = new Map<string, LoadedExam>()
  for (const run of runs) found.set(run.form_run_guid, await loadedOf(context, run))
  return found
}

const nextOf = async (kysely: Kysely<Schema>, { run, event }: Noted, author: string, nowMs: number) =>
  nextRows(kysely, run, [{ ...event, atMs: nowMs, author, number: run.last_event + 1 }])

/**
 * Writes an event that changes no time into the ledger of each of some sittings, at most a few hundred, that the caller's transaction has locked. `old`: what
 * `oldLedgers` found of them.
 */
export const noteTogether = async (
  kysely: Kysely<Schema>,
  noted: readonly Noted[],
  { author, nowMs, old }: { readonly author: string; readonly nowMs: number; readonly old: ReadonlyMap<string, LoadedExam> },
): Promise<void> => {
  const rows: FormRunEventTable[] = []
  const hashes = new Map<string, string | null>()
  for (const one of noted) {
    const loaded = one.run.last_event === 0 ? old.get(one.run.form_run_guid) : undefined
    if (loaded) await noteLocked(kysely, { run: one.run, loaded, nowMs }, one.event, author)
    if (one.run.last_event === 0) continue
    const next = await nextOf(kysely, one, author, nowMs)
    rows.push(...next)
    hashes.set(one.run.form_run_guid, next.at(-1)?.hash ?? one.run.ledger_hash)
  }
  await insertEvents(kysely, rows)
  for (const { run, columns } of noted) {
    const hash = hashes.get(run.form_run_guid)
    const ledger = hash === undefined ? {} : { last_event: run.last_event + 1, ledger_hash: hash }
    if (hash === undefined && columns === undefined) continue
    await kysely
      .updateTable('form_run')
      .set({ ...ledger, ...columns })
      .where('org_id', '=', run.org_id)
      .where('form_run_guid', '=', run.form_run_guid)
      .execute()
  }
}
