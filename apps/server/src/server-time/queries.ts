import type { Beat, Witnesses } from '@sitwell/exam/time/server-clock'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { HeartbeatTable, Schema } from '../db/schema.ts'

/** PostgreSQL's own clock, in milliseconds, with when it was started; undefined for SQLite, which has but the machine's. */
export const selectDatabaseClock = async ({
  kysely,
  dialect,
}: Pick<Database, 'kysely' | 'dialect'>): Promise<Witnesses['database']> => {
  if (dialect === 'sqlite') return undefined
  const { rows } = await sql<{ now: string; started: string }>`select
    extract(epoch from clock_timestamp()) * 1000 as now, extract(epoch from pg_postmaster_start_time()) * 1000 as started`.execute(
    kysely,
  )
  const [row] = rows
  return row && { nowMs: Math.round(Number(row.now)), startedMs: Math.round(Number(row.started)) }
}

export const selectHeartbeats = ({ kysely }: Pick<Database, 'kysely'>): Promise<HeartbeatTable[]> =>
  kysely.selectFrom('server_heartbeat').selectAll().orderBy('server_at', 'desc').execute()

/** The last signs of life of the nodes that don't read this form yet, and whether each was told to stop. */
export const selectBeatsBelow = ({ kysely }: Pick<Database, 'kysely'>, reads: number) =>
  kysely.selectFrom('server_heartbeat').select(['server_at', 'is_last']).where('reads', '<', reads).execute()

export const beatOf = (row: HeartbeatTable): Beat => ({
  serverMs: row.server_at,
  bootId: row.boot_id ?? undefined,
  uptimeMs: row.uptime_ms,
  databaseMs: row.database_at ?? undefined,
  heldSinceMs: row.held_since ?? undefined,
  isLast: row.is_last === 1,
})

export const writeHeartbeat = async (kysely: Kysely<Schema>, { node, ...fields }: HeartbeatTable): Promise<void> => {
  await kysely
    .insertInto('server_heartbeat')
    .values({ node, ...fields })
    .onConflict((conflict) => conflict.column('node').doUpdateSet(fields))
    .execute()
}

export const selectLastHeartbeat = async (kysely: Kysely<Schema>): Promise<number | undefined> => {
  const row = await kysely
    .selectFrom('server_heartbeat')
    .select((select) => select.fn.max('server_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Servers that were heard of last before this moment: what they knew, others know since. */
export const forgetHeartbeats = async ({ kysely }: Pick<Database, 'kysely'>, beforeMs: number): Promise<void> => {
  await kysely.deleteFrom('server_heartbeat').where('server_at', '<', beforeMs).execute()
}

export const insertOutage = async (kysely: Kysely<Schema>, fromMs: number, toMs: number): Promise<void> => {
  if (toMs <= fromMs) return
  await kysely
    .insertInto('server_outage')
    .values({ from_at: fromMs, to_at: toMs })
    .onConflict((conflict) => conflict.column('from_at').doUpdateSet({ to_at: toMs }))
    .execute()
}

/**
 * The clock went back while nobody sat an exam: what was told of later than now never was. Another server that serves tells of itself
 * again with its next sign of life.
 */
export const forgetTimeAfter = async ({ kysely }: Pick<Database, 'kysely'>, nowMs: number): Promise<void> => {
  await kysely.deleteFrom('server_heartbeat').where('server_at', '>', nowMs).execute()
  await kysely.deleteFrom('server_outage').where('from_at', '>=', nowMs).execute()
  await kysely.updateTable('server_outage').set({ to_at: nowMs }).where('to_at', '>', nowMs).execute()
}

export const selectOutages = async ({ kysely }: Pick<Database, 'kysely'>, fromMs: number, toMs: number) => {
  const rows = await kysely
    .selectFrom('server_outage')
    .selectAll()
    .where('to_at', '>', fromMs)
    .where('from_at', '<', toMs)
    .orderBy('from_at')
    .execute()
  return rows.map((row) => ({ fromMs: row.from_at, toMs: row.to_at }))
}

/** What an operator said last: that the machine's clock is right. */
export const selectClockWord = ({ kysely }: Pick<Database, 'kysely'>) =>
  kysely.selectFrom('server_clock_word').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()

export const insertClockWord = async (database: Pick<Database, 'kysely'>, wordMs: number): Promise<void> => {
  const number = ((await selectClockWord(database))?.number ?? 0) + 1
  await database.kysely.insertInto('server_clock_word').values({ number, said_at: wordMs, applied_at: null }).execute()
}

/** Answers whether this server is the first to do as the operator said. */
export const applyClockWord = async ({ kysely }: Pick<Database, 'kysely'>, number: number, atMs: number): Promise<boolean> => {
  const rows = await kysely
    .updateTable('server_clock_word')
    .set({ applied_at: atMs })
    .where('number', '=', number)
    .where('applied_at', 'is', null)
    .returning('number')
    .execute()
  return rows.length > 0
}
