import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DialectName } from '../../db/database.ts'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import type { columnsAfter } from './time-ledger.ts'

/** The columns of a form run that change with its ledger. */
type ChangedRun = ReturnType<typeof columnsAfter> & Pick<FormRunTable, 'form_run_guid'>

const types = {
  form_run_guid: 'text',
  last_event: 'bigint',
  ledger_hash: 'text',
  part_id: 'text',
  ends_at: 'bigint',
  paused_at: 'bigint',
  held_until: 'bigint',
  time_remaining_ms: 'bigint',
} as const satisfies Record<keyof ChangedRun, 'bigint' | 'text'>

/** These rows as a table `sent`, in the dialect of the database. */
const sentOf = (dialect: DialectName, changed: readonly ChangedRun[]): RawBuilder<unknown> => {
  const json = JSON.stringify(changed)
  if (dialect === 'postgres') {
    const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`)
    return sql`json_to_recordset(${json}::json) as sent (${sql.raw(columns.join())})`
  }
  const columns = Object.keys(types).map((name) => `value ->> '${name}' as ${name}`)
  return sql`(select ${sql.raw(columns.join())} from json_each(${json})) as sent`
}

/** Writes what changed of some form runs of one organisation, which the transaction has locked, by one statement. */
export const writeRuns = async (
  transaction: Kysely<Schema>,
  dialect: DialectName,
  orgId: number,
  changed: readonly ChangedRun[],
): Promise<void> => {
  const sets = Object.keys(types).flatMap((name) => (name === 'form_run_guid' ? [] : [`${name} = sent.${name}`]))
  await sql`update form_run set ${sql.raw(sets.join())} from ${sentOf(dialect, changed)}
    where form_run.form_run_guid = sent.form_run_guid and form_run.org_id = ${orgId}`.execute(transaction)
}
