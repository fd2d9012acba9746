import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** The next number of something in its organisation; `count` of them, of which this is the last. */
export const nextNumber = async (kysely: Kysely<Schema>, orgId: number, name: string, count = 1): Promise<number> => {
  const row = await kysely
    .insertInto('counter')
    .values({ org_id: orgId, name, value: count })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'name']).doUpdateSet({ value: sql<number>`counter.value + ${sql.lit(count)}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}
