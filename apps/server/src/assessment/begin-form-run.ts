import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import { firstContact } from './contact.ts'
import type { LoadedExam } from './exam-cache.ts'
import { historyBeginning } from './history-chain.ts'
import { examTimeMs } from './lay-out-exam.ts'
import { insertEvents, insertParts } from './ledger-queries.ts'
import { type ScheduleRow, selectFormRunOfSchedule } from './queries.ts'
import { supervisionBefore } from './supervision.ts'
import { type Author, type BegunLedger, beginLedger } from './time-ledger.ts'

/** The next number of a form run in its organisation: people quote it on the telephone. */
export const nextFormRunId = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number): Promise<number> => {
  const row = await kysely
    .insertInto('counter')
    .values({ org_id: orgId, name: 'form-run', value: 1 })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet({ value: sql<number>`counter.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

/**
 * Begins the form run of a schedule, with its ledger, unless it has one: of two that come at once, one is made and both get it. One
 * transaction of few statements: a whole school starts at the same moment.
 */
const insertFormRun = (
  { kysely }: Database,
  row: Omit<FormRunTable, 'form_run_id' | keyof BegunLedger['run']>,
  { rows, parts, run }: BegunLedger,
): Promise<string> =>
  kysely.transaction().execute(async (transaction) => {
    const form_run_id = await nextFormRunId({ kysely: transaction }, row.org_id)
    const made = await transaction
      .insertInto('form_run')
      .values({ ...row, ...run, form_run_id })
      .onConflict((conflict) => conflict.columns(['org_id', 'schedule_guid']).doNothing())
      .returning('form_run_guid')
      .executeTakeFirst()
    if (!made) {
      const held = await selectFormRunOfSchedule({ kysely: transaction }, row.org_id, row.schedule_guid)
      if (!held) throw new Error(`The form run of schedule ${row.schedule_guid} was not made.`)
      return held.form_run_guid
    }
    const place = { orgId: row.org_id, formRunGuid: made.form_run_guid }
    await insertEvents(transaction, rows)
    await insertParts(transaction, place, parts)
    return made.form_run_guid
  })

/** What a form run begins from. */
interface Beginning {
  readonly schedule: ScheduleRow
  readonly loaded: LoadedExam
  readonly author: Author
  readonly nowMs: number
  readonly publicUserName?: string | undefined
}

/** Begins the form run of a schedule, and answers its guid; that of the one that there is, where another was quicker. */
export const beginFormRun = async (
  database: Database,
  { schedule, loaded, author, nowMs, publicUserName }: Beginning,
): Promise<string> => {
  const extraSeconds = schedule.extra_time_seconds ?? 0
  const facts = {
    org_id: schedule.org_id,
    form_run_guid: randomUUID(),
    schedule_guid: schedule.schedule_guid,
    user_guid: schedule.user_guid,
    exam_guid: schedule.exam_guid,
    version: schedule.version,
    started_at: nowMs,
  }
  const row = {
    ...facts,
    completed_at: null,
    time_remaining_ms: examTimeMs(loaded.exam, extraSeconds),
    elapsed_ms: 0,
    clock_difference_ms: 0,
    page: null,
    last_sequence: 0,
    public_user_name: publicUserName ?? null,
    beyond_ms: 0,
    saves: 0,
    history_count: 0,
    history_link: historyBeginning(facts),
    marks_told_at: null,
    paused_at: null,
    held_until: null,
    ...firstContact(nowMs),
  }
  const before = await supervisionBefore(database, schedule, nowMs)
  return insertFormRun(database, row, beginLedger(loaded, extraSeconds * 1000, { run: row, author, nowMs, before }))
}
