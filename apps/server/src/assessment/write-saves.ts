import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Save, SaveOutcome } from './save-queue.ts'

const bigint = (value: number): RawBuilder<number> => sql`cast(${value} as bigint)`

const keyOf = (row: { org_id: number; form_run_guid: string; request_id?: string; question_id?: string }) =>
  `${row.org_id}/${row.form_run_guid}/${row.request_id ?? row.question_id}`

interface OpenRun {
  readonly org_id: number
  readonly form_run_guid: string
  readonly ends_at: number | null
}

const partKeyOf = ({ event, partId }: Save) => `${event.org_id}/${event.form_run_guid}/${partId}`

/** When the parts of these form runs are over, of those that are timed or complete. */
const partEndsOf = async (transaction: Transaction<Schema>, all: readonly Save[]): Promise<ReadonlyMap<string, number>> => {
  const saves = all.filter((save) => save.partId !== '')
  if (saves.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('form_run_part')
    .selectAll()
    .where('org_id', 'in', [...new Set(saves.map((save) => save.event.org_id))])
    .where(
      'form_run_guid',
      'in',
      saves.map((save) => save.event.form_run_guid),
    )
    .execute()
  return new Map(
    rows.flatMap((row) =>
      row.ends_at === null ? [] : [[`${row.org_id}/${row.form_run_guid}/${row.part_id}`, row.ends_at] as const],
    ),
  )
}

/**
 * Writes saves of different form runs into SQLite in one transaction and answers what became of each, in their order:
 * 1. their form runs are moved on, which locks them against a completion at the same moment and tells which are still open;
 * 2. the newest answers are put in place, guarded by the sequence: an older one never replaces a newer;
 * 3. every save goes into the history with its outcome.
 * A request that is there already is answered as it was the first time and changes nothing.
 */
export const writeSaves = (database: Database, saves: readonly Save[], graceMs: number): Promise<SaveOutcome[]> =>
  database.kysely.transaction().execute(async (transaction) => {
    const events = saves.map((save) => save.event)
    const orgs = [...new Set(events.map((event) => event.org_id))]
    const repeated = await transaction
      .selectFrom('answer_event')
      .select(['org_id', 'form_run_guid', 'request_id', 'outcome'])
      .where('org_id', 'in', orgs)
      .where(
        'form_run_guid',
        'in',
        events.map((event) => event.form_run_guid),
      )
      .where(
        'request_id',
        'in',
        events.map((event) => event.request_id),
      )
      .execute()
    const before = new Map(repeated.map((row) => [keyOf(row), row.outcome]))
    const fresh = saves.filter((save) => !before.has(keyOf(save.event)))
    if (fresh.length === 0) return events.map((event) => before.get(keyOf(event)) ?? 'older')

    const claims = sql.join(
      fresh.map(
        ({ event, page, timeRemainingMs, elapsedMs }) =>
          sql`select ${bigint(event.org_id)} as org_id, cast(${event.form_run_guid} as text) as form_run_guid,
            ${bigint(event.sequence)} as sequence, cast(${page} as text) as page,
            ${bigint(timeRemainingMs)} as time_remaining_ms, ${bigint(elapsedMs)} as elapsed_ms,
            ${bigint(event.received_at)} as received_at`,
      ),
      sql` union all `,
    )
    const open = await sql<OpenRun>`
      update form_run set
        page = case when claim.sequence > form_run.last_sequence then claim.page else form_run.page end,
        last_sequence = max(form_run.last_sequence, claim.sequence),
        time_remaining_ms = case when form_run.time_remaining_ms is null then null
          else min(form_run.time_remaining_ms, claim.time_remaining_ms) end,
        elapsed_ms = max(form_run.elapsed_ms, claim.elapsed_ms),
        clock_difference_ms = claim.elapsed_ms - (claim.received_at - form_run.started_at),
        beyond_ms = max(form_run.beyond_ms, case when form_run.ends_at is null then 0
          else claim.time_remaining_ms - max(form_run.ends_at - claim.received_at, 0) end)
      from (${claims}) as claim
      where form_run.org_id = claim.org_id and form_run.form_run_guid = claim.form_run_guid and form_run.completed_at is null
      returning form_run.org_id, form_run.form_run_guid, form_run.ends_at`.execute(transaction)
    const openRuns = new Map(open.rows.map((row) => [`${row.org_id}/${row.form_run_guid}`, row]))
    const runOf = ({ event }: Save) => openRuns.get(`${event.org_id}/${event.form_run_guid}`)
    const partEnds = await partEndsOf(transaction, fresh)
    const lateMsOf = (save: Save): number => {
      const ends = [runOf(save)?.ends_at, partEnds.get(partKeyOf(save))].filter((end) => typeof end === 'number')
      return ends.length === 0 ? 0 : Math.max(0, save.event.received_at - Math.min(...ends))
    }

    const inTime = fresh.filter((save) => runOf(save) !== undefined && lateMsOf(save) <= graceMs)
    const placed = inTime.length
      ? await transaction
          .insertInto('answer')
          .values(
            inTime.map(({ event }) => ({
              org_id: event.org_id,
              form_run_guid: event.form_run_guid,
              question_id: event.question_id,
              sequence: event.sequence,
              writer_id: event.writer_id,
              answer: event.answer,
              workings: event.workings,
              bookmarked: event.bookmarked,
              saved_at: event.received_at,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['org_id', 'form_run_guid', 'question_id'])
              .doUpdateSet((excluded) => ({
                sequence: excluded.ref('excluded.sequence'),
                writer_id: excluded.ref('excluded.writer_id'),
                answer: excluded.ref('excluded.answer'),
                workings: excluded.ref('excluded.workings'),
                bookmarked: excluded.ref('excluded.bookmarked'),
                saved_at: excluded.ref('excluded.saved_at'),
              }))
              .whereRef('excluded.sequence', '>', 'answer.sequence'),
          )
          .returning(['org_id', 'form_run_guid', 'question_id'])
          .execute()
      : []
    const applied = new Set(placed.map(keyOf))
    const outcomeOf = (save: Save): SaveOutcome => {
      if (!runOf(save)) return 'late'
      if (lateMsOf(save) > graceMs) return 'over-time'
      const { org_id, form_run_guid, question_id } = save.event
      return applied.has(keyOf({ org_id, form_run_guid, question_id })) ? 'applied' : 'older'
    }
    await transaction
      .insertInto('answer_event')
      .values(fresh.map((save) => ({ ...save.event, outcome: outcomeOf(save), late_ms: lateMsOf(save) || null })))
      .execute()
    return saves.map((save) => before.get(keyOf(save.event)) ?? outcomeOf(save))
  })
