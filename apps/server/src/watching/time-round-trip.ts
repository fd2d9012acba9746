import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Seconds in which the database answers a statement that asks for nothing. */
export const timeRoundTrip = async ({ kysely }: Pick<Database, 'kysely'>): Promise<number> => {
  const fromMs = performance.now()
  await sql`select 1`.execute(kysely)
  return (performance.now() - fromMs) / 1000
}
