import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

/**
 * Counts attempts: each adds one, and one leaks out every `leakMs`. So nobody is locked out for good: whoever has to wait, waits
 * for one leak, however much was tried before.
 */
export interface Bucket {
  readonly orgId: number
  readonly name: string
  readonly capacity: number
  /** Milliseconds. */
  readonly leakMs: number
}

type Executor = Kysely<Schema>

/** What is left in a bucket by now. The figures are ours, never a caller's. */
const leftIn = ({ leakMs }: Bucket, nowMs: number) =>
  sql<number>`case when attempt.level - (${sql.lit(nowMs)} - attempt.changed_at) / ${sql.raw(leakMs.toFixed(6))} > 0
    then attempt.level - (${sql.lit(nowMs)} - attempt.changed_at) / ${sql.raw(leakMs.toFixed(6))} else 0 end`

/** What is in a bucket now; 0 where there is none. */
export const selectLevel = async ({ kysely }: Pick<Database, 'kysely'>, bucket: Bucket, nowMs: number): Promise<number> => {
  const row = await kysely
    .selectFrom('attempt')
    .select(leftIn(bucket, nowMs).as('level'))
    .where('org_id', '=', bucket.orgId)
    .where('bucket', '=', bucket.name)
    .executeTakeFirst()
  return Number(row?.level ?? 0)
}

/** Adds where there is room, in one statement, so that attempts that come together can't pass together. Answers whether it fitted. */
export const addWhereRoom = async (kysely: Executor, bucket: Bucket, nowMs: number, cost = 1): Promise<boolean> => {
  if (cost > bucket.capacity) return false
  const left = leftIn(bucket, nowMs)
  const rows = await kysely
    .insertInto('attempt')
    .values({ org_id: bucket.orgId, bucket: bucket.name, level: cost, changed_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'bucket'])
        .doUpdateSet({ level: sql<number>`${left} + ${sql.lit(cost)}`, changed_at: nowMs })
        .where(sql<boolean>`${left} + ${sql.lit(cost)} <= ${sql.lit(bucket.capacity)}`),
    )
    .returning('level')
    .execute()
  return rows.length > 0
}

/** Adds one, room or none. */
export const add = (kysely: Executor, bucket: Bucket, nowMs: number) =>
  kysely
    .insertInto('attempt')
    .values({ org_id: bucket.orgId, bucket: bucket.name, level: 1, changed_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'bucket'])
        .doUpdateSet({ level: sql<number>`${leftIn(bucket, nowMs)} + 1`, changed_at: nowMs }),
    )
    .execute()

export const empty = (kysely: Executor, { orgId, name }: Pick<Bucket, 'orgId' | 'name'>) =>
  kysely.deleteFrom('attempt').where('org_id', '=', orgId).where('bucket', '=', name).execute()

/** Buckets that nobody has touched for so long are empty, whatever they hold. */
export const deleteOldAttempts = ({ kysely }: Database, beforeMs: number) =>
  kysely.deleteFrom('attempt').where('changed_at', '<', beforeMs).execute()
