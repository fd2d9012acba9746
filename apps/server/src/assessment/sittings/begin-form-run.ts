import type { Kysely } from 'kysely'
import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import { nextNumber } from '../../db/next-number.ts'
import { perDatabase } from '../../db/per-database.ts'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import {
  entitledIn,
  examTimeMs,
  handedOutOf,
  historyBeginning,
  insertEvents,
  insertPartRows,
  type LoadedExam,
  newFormRunGuid,
  partRows,
  type ScheduleRow,
  sealRulesOf,
  selectAccommodationsTogether,
  selectFormRunOfSchedule,
} from '../form-run/index.ts'
import { type Author, type BegunLedger, beginLedger, firstContact } from '../ledger/index.ts'
import { supervisionBefore } from '../schedules/index.ts'

/** The last of the next `count` numbers of form runs in an organisation: people quote them on the telephone. */
export const nextFormRunId = (kysely: Kysely<Schema>, orgId: number, count = 1): Promise<number> =>
  nextNumber(kysely, orgId, 'form-run', count)

interface Begun {
  readonly row: Omit<FormRunTable, 'form_run_id' | keyof BegunLedger['run']>
  readonly ledger: BegunLedger
}

const withNumbers = async (kysely: Kysely<Schema>, begun: readonly Begun[]): Promise<FormRunTable[]> => {
  const byOrganisation = [...Map.groupBy(begun, ({ row }) => row.org_id)]
  const numbered: FormRunTable[] = []
  // In an order that is everybody's, since each holds its number until the end.
  for (const [orgId, ofIt] of byOrganisation.toSorted(([one], [other]) => one - other)) {
    const last = await nextFormRunId(kysely, orgId, ofIt.length)
    const first = last - ofIt.length + 1
    numbered.push(...ofIt.map(({ row, ledger }, index) => ({ ...row, ...ledger.run, form_run_id: first + index })))
  }
  return numbered
}

/**
 * Begins the form run of each schedule, with its ledger, unless it has one: of two that come at once, one is made and both get it. A
 * whole school starts at the same moment, and what comes together is one transaction.
 */
const insertFormRuns = ({ kysely }: Database, begun: readonly Begun[]): Promise<string[]> =>
  kysely.transaction().execute(async (transaction) => {
    const rows = await transaction
      .insertInto('form_run')
      .values(await withNumbers(transaction, begun))
      .onConflict((conflict) => conflict.columns(['org_id', 'schedule_guid']).doNothing())
      .returning('form_run_guid')
      .execute()
    const guids = new Set(rows.map((row) => row.form_run_guid))
    const made = begun.filter(({ row }) => guids.has(row.form_run_guid))
    await insertEvents(
      transaction,
      made.flatMap(({ ledger }) => ledger.rows),
    )
    await insertPartRows(
      transaction,
      made.flatMap(({ row, ledger }) => partRows({ orgId: row.org_id, formRunGuid: row.form_run_guid }, ledger.parts)),
    )
    const answers: string[] = []
    for (const { row } of begun) {
      const held = guids.has(row.form_run_guid)
        ? row
        : await selectFormRunOfSchedule({ kysely: transaction }, row.org_id, row.schedule_guid)
      if (!held) throw new Error(`The form run of schedule ${row.schedule_guid} was not made.`)
      answers.push(held.form_run_guid)
    }
    return answers
  })

const beginningsOf = perDatabase((database) =>
  createBatches<Begun, string>({
    ...sizesOf(database.dialect),
    keyOf: ({ row }) => `${row.org_id}/${row.schedule_guid}`,
    run: (begun) => insertFormRuns(database, begun),
  }),
)

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
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  { schedule, loaded, author, nowMs, publicUserName }: Beginning,
): Promise<string> => {
  const extraSeconds = schedule.extra_time_seconds ?? 0
  const learner = { orgId: schedule.org_id, userGuid: schedule.user_guid }
  const accommodations = await selectAccommodationsTogether(database, learner)
  const entitled = entitledIn(accommodations, loaded.plan, { fromMs: nowMs, toMs: nowMs })
  const facts = {
    org_id: schedule.org_id,
    form_run_guid: newFormRunGuid(keys, schedule),
    schedule_guid: schedule.schedule_guid,
    user_guid: schedule.user_guid,
    exam_guid: schedule.exam_guid,
    version: schedule.version,
    started_at: nowMs,
  }
  const row = {
    ...facts,
    completed_at: null,
    time_remaining_ms: examTimeMs(loaded.exam, extraSeconds + entitled.own.examMs / 1000),
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
    responses_of: null,
    results_confirmed_at: null,
    paused_at: null,
    held_until: null,
    ...firstContact(nowMs),
  }
  const [before, { isSealed }] = await Promise.all([
    supervisionBefore(database, schedule, nowMs),
    sealRulesOf(database, schedule.org_id, loaded.exam),
  ])
  const ledger = beginLedger(loaded, extraSeconds * 1000, {
    ...{ run: row, author, nowMs, isSealed, entitled, before },
    handedOut: handedOutOf(schedule),
  })
  return beginningsOf(database)({ row, ledger })
}
