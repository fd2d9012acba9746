import { withExtraTime } from '@sitwell/exam/time/extra-time'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import {
  insertEvents,
  insertPartRows,
  type LoadedExam,
  lockFreeFormRuns,
  nextRows,
  partRows,
  selectLedgers,
  windowsOf,
} from '../form-run/index.ts'
import {
  append,
  columnsAfter,
  type Decided,
  type LedgerContext,
  type LedgerState,
  loadedOf,
  partsAfter,
  timeOf,
} from './time-ledger.ts'
import { writeRuns } from './write-runs.ts'

type Reading = Pick<Database, 'dialect' | 'kysely'>

/** A form run as it was and as it is after a change. */
interface ChangedLedger {
  readonly before: LedgerState
  readonly after: LedgerState
}

/** Returns the events to write into each of some ledgers, in their order. Its other changes in the same transaction are stored if the events are. */
type DecideAll = (states: readonly LedgerState[], kysely: Kysely<Schema>) => Promise<readonly (readonly Decided[])[]>

interface Change {
  readonly orgId: number
  readonly formRunGuids: readonly string[]
  readonly author: string
  readonly requestId: string
  readonly decide: DecideAll
}

const loadAll = async (context: LedgerContext, { orgId, formRunGuids }: Change): Promise<ReadonlyMap<string, LoadedExam>> => {
  const { kysely, dialect } = context.database
  const runs = await kysely
    .selectFrom('form_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'form_run_guid', formRunGuids, (guid) => guid))
    .execute()
  return new Map(await Promise.all(runs.map(async (run) => [run.form_run_guid, await loadedOf(context, run)] as const)))
}

const selectExtraMsOf = async ({ kysely, dialect }: Reading, orgId: number, runs: readonly FormRunTable[]) => {
  const rows = await kysely
    .selectFrom('schedule')
    .select(['schedule_guid', 'extra_time_seconds'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'schedule_guid', runs, (run) => run.schedule_guid))
    .execute()
  return new Map(rows.map((row) => [row.schedule_guid, (row.extra_time_seconds ?? 0) * 1000]))
}

const partsAtOnce = 500

const replaceAllParts = async ({ kysely, dialect }: Reading, orgId: number, changed: readonly ChangedLedger[]) => {
  const isTheirs = isOneOf(dialect, 'form_run_guid', changed, ({ after }) => after.run.form_run_guid)
  const held = await kysely.selectFrom('form_run_part').selectAll().where('org_id', '=', orgId).where(isTheirs).execute()
  const byRun = Map.groupBy(held, (row) => row.form_run_guid)
  const rows = changed.flatMap(({ after }) => {
    const formRunGuid = after.run.form_run_guid
    return partRows({ orgId, formRunGuid }, partsAfter(after, windowsOf(byRun.get(formRunGuid) ?? [])))
  })
  if (held.length > 0) await kysely.deleteFrom('form_run_part').where('org_id', '=', orgId).where(isTheirs).execute()
  for (let from = 0; from < rows.length; from += partsAtOnce) await insertPartRows(kysely, rows.slice(from, from + partsAtOnce))
}

const writeAll = async (
  { kysely, dialect }: Reading,
  orgId: number,
  changed: readonly ChangedLedger[],
): Promise<ReadonlyMap<string, ChangedLedger>> => {
  const rows = []
  const runs = []
  for (const { before, after } of changed) {
    const next = await nextRows(kysely, after.run, after.events.slice(before.events.length))
    const columns = columnsAfter(before, after, next.at(-1)?.hash)
    rows.push(...next)
    runs.push({ before, columns, after: { ...after, run: { ...after.run, ...columns } } })
  }
  await insertEvents(kysely, rows)
  await replaceAllParts({ kysely, dialect }, orgId, changed)
  const named = runs.map(({ columns, after }) => ({ ...columns, form_run_guid: after.run.form_run_guid }))
  await writeRuns(kysely, dialect, orgId, named)
  return new Map(runs.map(({ before, after }) => [after.run.form_run_guid, { before, after }]))
}

/** Open, with a chained ledger: nothing else has to be read to write into it. */
const isPlain = ({ completed_at, last_event, ledger_hash }: FormRunTable) =>
  completed_at === null && last_event > 0 && ledger_hash !== null

/**
 * Writes into the ledgers of a few dozen form runs in one transaction; `changeLedger` takes one each. `decide` must not complete a form run. Answers those
 * it was asked about, changed or not. It leaves out a form run that another transaction holds at the moment, that is completed, or whose ledger is from before there was
 * a chain. The caller changes those alone.
 */
export const changeTogether = async (context: LedgerContext, change: Change): Promise<ReadonlyMap<string, ChangedLedger>> => {
  const { orgId, formRunGuids, author, requestId, decide } = change
  const { database, clock } = context
  // Before the transaction: SQLite has one connection, which a transaction keeps to itself.
  const loaded = await loadAll(context, change)
  return database.kysely.transaction().execute(async (kysely) => {
    const reading = { kysely, dialect: database.dialect }
    const runs = (await lockFreeFormRuns(reading, orgId, formRunGuids)).filter(isPlain)
    if (runs.length === 0) return new Map()
    const nowMs = clock.nowMs()
    const guids = runs.map(({ form_run_guid }) => form_run_guid)
    const ledgers = await selectLedgers(reading, orgId, guids)
    const extraMs = await selectExtraMsOf(reading, orgId, runs)
    const states = runs.flatMap((run): LedgerState[] => {
      const exam = loaded.get(run.form_run_guid)
      const events = ledgers.get(run.form_run_guid)
      if (!exam || !events) return []
      const plan = withExtraTime(exam.plan, extraMs.get(run.schedule_guid) ?? 0)
      return [{ run, loaded: exam, plan, events, time: timeOf(plan, events, nowMs), nowMs }]
    })
    const decided = await decide(states, kysely)
    const all = states.map((before, index): ChangedLedger => {
      let { events } = before
      for (const { by = author, ...event } of decided[index] ?? [])
        events = append(events, { ...event, ...{ requestId } }, nowMs, by)
      return { before, after: { ...before, events, time: timeOf(before.plan, events, nowMs) } }
    })
    const changed = all.filter(({ before, after }) => after.events.length > before.events.length)
    const written = changed.length > 0 ? await writeAll(reading, orgId, changed) : new Map<string, ChangedLedger>()
    return new Map(all.map((one) => [one.after.run.form_run_guid, written.get(one.after.run.form_run_guid) ?? one]))
  })
}
