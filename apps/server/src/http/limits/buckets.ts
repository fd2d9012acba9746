import { type Kysely, sql } from 'kysely'
import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { readTogether } from '../../db/read-together.ts'
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

/** Milliseconds by which the clocks of two servers may differ, or one be put right. */
const skewMs = 60_000

/**
 * What is left in a bucket by now. The figures are ours, never a caller's. A bucket of later than now was counted by a clock that was
 * set back since, by a machine that was started again: it leaks by as much, or nobody would get in until that time has come again.
 */
const leftIn = ({ leakMs }: Pick<Bucket, 'leakMs'>, nowMs: number) => {
  const now = sql.lit(nowMs)
  const elapsed = sql`case when attempt.changed_at <= ${now} then ${now} - attempt.changed_at
    when attempt.changed_at > ${now} + ${sql.lit(skewMs)} then attempt.changed_at - ${now} else 0 end`
  const left = sql`attempt.level - (${elapsed}) / ${sql.raw(leakMs.toFixed(6))}`
  return sql<number>`case when ${left} > 0 then ${left} else 0 end`
}

/** From when on it leaks further: no server whose clock is a little behind has it leak the same time twice. */
const changedAt = (nowMs: number) => {
  const now = sql.lit(nowMs)
  return sql<number>`case when attempt.changed_at > ${now} and attempt.changed_at <= ${now} + ${sql.lit(skewMs)}
    then attempt.changed_at else ${now} end`
}

interface Looked {
  readonly bucket: Bucket
  readonly nowMs: number
}

const nameOf = (orgId: number, bucket: string) => `${orgId}/${bucket}`

/** A school that signs in at the same moment asks for the bucket of its address each time, and for one of each account. */
const levels = readTogether<Looked, { readonly org_id: number; readonly bucket: string; readonly level: number }>({
  keyOf: ({ bucket }) => nameOf(bucket.orgId, bucket.name),
  keyOfRow: ({ org_id, bucket }) => nameOf(org_id, bucket),
  read: async ({ kysely, dialect }, looked) => {
    const found = [...Map.groupBy(looked, ({ bucket }) => bucket.leakMs).values()].map((alike) =>
      kysely
        .selectFrom('attempt')
        .select(['org_id', 'bucket'])
        .select(leftIn({ leakMs: alike[0]?.bucket.leakMs ?? 1 }, Math.max(...alike.map(({ nowMs }) => nowMs))).as('level'))
        .where(isOneOf(dialect, 'org_id', alike, ({ bucket }) => bucket.orgId))
        .where(isOneOf(dialect, 'bucket', alike, ({ bucket }) => bucket.name))
        .execute(),
    )
    return (await Promise.all(found)).flat()
  },
})

/** What is in a bucket now; 0 if there is none. */
export const selectLevel = async (database: Database, bucket: Bucket, nowMs: number): Promise<number> =>
  Number((await levels(database)({ bucket, nowMs }))[0]?.level ?? 0)

/** One more try, or what it costs, for a bucket. */
export interface Addition {
  readonly bucket: Bucket
  readonly nowMs: number
  readonly cost: number
}

/**
 * Adds to buckets of one capacity and one leak if there is room, in one statement, so that attempts that come together can't pass
 * together. Each bucket is there once at most. Answers whether it fitted, in their order.
 */
const addTogether = async (kysely: Executor, additions: readonly Addition[]): Promise<boolean[]> => {
  const fitting = additions.filter(({ bucket, cost }) => cost <= bucket.capacity)
  const [first] = fitting
  if (!first) return additions.map(() => false)
  const nowMs = Math.max(...fitting.map((one) => one.nowMs))
  const left = leftIn(first.bucket, nowMs)
  const values = fitting.map(({ bucket, cost }) => ({
    ...{ org_id: bucket.orgId, bucket: bucket.name, level: cost, changed_at: nowMs, leak_ms: bucket.leakMs },
  }))
  const rows = await kysely
    .insertInto('attempt')
    // In one order everywhere, so that no two servers wait for each other.
    .values(values.sort((one, other) => (one.bucket < other.bucket ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'bucket'])
        .doUpdateSet({
          level: sql<number>`${left} + excluded.level`,
          changed_at: changedAt(nowMs),
          leak_ms: first.bucket.leakMs,
        })
        .where(sql<boolean>`${left} + excluded.level <= ${sql.lit(first.bucket.capacity)}`),
    )
    .returning(['org_id', 'bucket'])
    .execute()
  const added = new Set(rows.map(({ org_id, bucket }) => `${org_id}/${bucket}`))
  return additions.map(({ bucket }) => added.has(`${bucket.orgId}/${bucket.name}`))
}

const kindOf = ({ bucket: { capacity, leakMs } }: Addition) => `${capacity}/${leakMs}`

/** What waits together to be counted costs the database one write, so that a flood of attempts takes nothing from saves. */
export const createAdding = ({
  kysely,
  dialect,
}: Pick<Database, 'kysely' | 'dialect'>): ((addition: Addition) => Promise<boolean>) =>
  createBatches<Addition, boolean>({
    most: sizesOf(dialect).most,
    atOnce: 1,
    keyOf: ({ bucket }) => `${bucket.orgId}/${bucket.name}`,
    run: async (additions) => {
      const fitted = new Map<Addition, boolean>()
      for (const kind of Map.groupBy(additions, kindOf).values()) {
        const outcomes = await addTogether(kysely, kind)
        for (const [index, one] of kind.entries()) fitted.set(one, outcomes[index] ?? false)
      }
      return additions.map((one) => fitted.get(one) ?? false)
    },
  })

/** Adds one, room or none. */
export const add = (kysely: Executor, bucket: Bucket, nowMs: number) =>
  kysely
    .insertInto('attempt')
    .values({ org_id: bucket.orgId, bucket: bucket.name, level: 1, changed_at: nowMs, leak_ms: bucket.leakMs })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'bucket']).doUpdateSet({
        level: sql<number>`${leftIn(bucket, nowMs)} + 1`,
        changed_at: changedAt(nowMs),
        leak_ms: bucket.leakMs,
      }),
    )
    .execute()

export const empty = (kysely: Executor, { orgId, name }: Pick<Bucket, 'orgId' | 'name'>) =>
  kysely.deleteFrom('attempt').where('org_id', '=', orgId).where('bucket', '=', name).execute()

/** Throws away the buckets that have leaked out: a row of each name that somebody makes up would fill the disk. */
export const deleteEmptyBuckets = ({ kysely }: Pick<Database, 'kysely'>, nowMs: number) =>
  kysely
    .deleteFrom('attempt')
    .where(sql<number>`changed_at + level * leak_ms`, '<', nowMs - skewMs)
    .execute()
