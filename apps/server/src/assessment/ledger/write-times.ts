import { type RawBuilder, sql } from 'kysely'
import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import { contactNow, type HeardFrom, isOwn } from './contact.ts'
import { storedTimes, type TimeClaim } from './stored-times.ts'

/** What a browser claims of a form run's time, and where its learner is. */
export interface TimeSave extends TimeClaim {
  readonly orgId: number
  readonly formRunGuid: string
  /** Id of the question that the learner is at; kept unless a later request has told another. Undefined where it names none. */
  readonly page: string | undefined
  /** Undefined from a player that numbers nothing. */
  readonly sequence: number | undefined
  readonly nowMs: number
  readonly by: HeardFrom
}

const column = (name: string): RawBuilder<number> => sql.ref(`told.${name}`)

const contactColumns = Object.entries(contactNow('coalesce(told.heard_ms, form_run.heard_at)')).map(
  ([name, value]) => [name, sql.raw(value)] as const,
)

const stored = {
  ...Object.fromEntries(contactColumns),
  ...storedTimes({ timeRemainingMs: column('left_ms'), elapsedMs: column('used_ms'), nowMs: column('now_ms') }),
  page: sql`case when told.at_sequence < last_sequence then page else coalesce(told.at_page, page) end`,
  last_sequence: sql`case when told.at_sequence > last_sequence then told.at_sequence else last_sequence end`,
}

const asRow = ({ orgId, formRunGuid, page, sequence, timeRemainingMs, elapsedMs, nowMs, by }: TimeSave) =>
  sql`(cast(${orgId} as bigint), cast(${formRunGuid} as text), cast(${page ?? null} as text), cast(${sequence ?? null} as bigint),
    cast(${timeRemainingMs} as bigint), cast(${elapsedMs} as bigint), cast(${nowMs} as bigint),
    cast(${isOwn(by) ? nowMs : null} as bigint))`

const keyOf = ({ orgId, formRunGuid }: Pick<TimeSave, 'orgId' | 'formRunGuid'>) => `${orgId}/${formRunGuid}`

/** Writes the times of many form runs as one statement; answers of each how many saves its form run has taken, if that was there and open. */
const writeTimesTogether = async ({ kysely }: Database, saves: readonly TimeSave[]): Promise<(number | undefined)[]> => {
  const columns = Object.entries(stored).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<{ org_id: number; form_run_guid: string; saves: number }>`
    with told (of_org, of_run, at_page, at_sequence, left_ms, used_ms, now_ms, heard_ms) as (values ${sql.join(saves.map(asRow))})
    update form_run set ${sql.join(columns)} from told
    where org_id = told.of_org and form_run_guid = told.of_run and completed_at + 0 is null
    returning org_id, form_run_guid, saves`.execute(kysely)
  const written = new Map(rows.map((row) => [keyOf({ orgId: row.org_id, formRunGuid: row.form_run_guid }), row.saves]))
  return saves.map((save) => written.get(keyOf(save)))
}

/** Times wait for each other as saves do. Undefined where the form run was completed, or taken away. */
export const createTimeWriter = (database: Database): ((save: TimeSave) => Promise<number | undefined>) =>
  createBatches<TimeSave, number | undefined>({
    ...sizesOf(database.dialect),
    keyOf,
    run: (saves) => writeTimesTogether(database, saves),
  })
