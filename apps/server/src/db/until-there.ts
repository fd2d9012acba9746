import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Classes and codes of a database that can't be reached, is starting or ending, busy for too long, out of connections or memory,
 * fails at its disk, gave up one of two transactions that met, or is a standby that takes no write until it takes over.
 */
const away = /^(?:08...|53[23]00|57P0[1235]|58...|40...|25006|SQLITE_(?:5|8|10))$/

/** Whether it is the database that is away for now, and not the statement that is wrong. */
export const isAway = (error: unknown): boolean => error instanceof Error && 'code' in error && away.test(String(error.code))

/** Milliseconds between two tries, and for which a start waits for its database. */
const againMs = 250
const longestMs = 60_000

/**
 * Resolves once the database takes statements: a machine that comes up starts both at once, and the database takes longer.
 * `onAway` is told once. Throws after `patienceMs`, at once where the database is there and refuses, and once `signal` says so.
 */
export const untilThere = async (
  { kysely }: Pick<Database, 'kysely'>,
  onAway: (error: unknown) => void,
  patienceMs = longestMs,
  signal?: AbortSignal,
): Promise<void> => {
  const end = performance.now() + patienceMs
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`.execute(kysely)
      return
    } catch (error) {
      if (!isAway(error)) throw error
      if (tries === 1) onAway(error)
      if (performance.now() + againMs > end)
        throw new Error(`The database could not be reached in ${patienceMs / 1000} s. Is it running where DATABASE_URL says?`, {
          cause: error,
        })
      await wait(againMs, undefined, { signal })
    }
  }
}
