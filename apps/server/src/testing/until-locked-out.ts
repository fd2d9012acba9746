import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database } from '../db/database.ts'

const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Resolves when a statement waits for a lock that the test holds. For PostgreSQL: SQLite has one writer. */
export const untilLockedOut = ({ kysely }: Pick<Database, 'kysely'>): Promise<void> =>
  vi.waitFor(async () => expect((await waiting.execute(kysely)).rows).toEqual([{ count: 1 }]), { timeout: 20_000 })
