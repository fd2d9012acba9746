import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** How many responses of an organisation wait for a decision: their states are written as they stand, because there is an index over rows of these alone. */
export const countToDecide = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from response_mark
    where org_id = ${orgId} and state in ('conflict', 'cannot')`.execute(kysely)
  return Number(rows[0]?.n ?? 0)
}
