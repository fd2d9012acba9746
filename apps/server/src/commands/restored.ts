import type { Database, DatabaseConfig } from '../db/database.ts'
import { readDatabaseMark } from '../generation/database-mark.ts'
import { insertGeneration, selectGeneration, selectGenerations } from '../generation/queries.ts'
import { createCommandClock } from '../server-time/command-clock.ts'

const reasons = {
  first: 'the first one',
  operator: 'an operator said that the database was restored',
  'generation-lost': 'the database did not know the generation before it',
  'beats-lost': 'the database had lost signs of life of the servers',
  'other-place': 'the database stood at another place',
  'saves-lost': 'the database had lost saves of a form run',
} as const

/**
 * `sitwell restored`: begins a new generation, so that every browser compares what it holds with this database. Servers that run go
 * by it within seconds. Answers the exit code.
 */
export const commandRestored = async (database: Database, config: DatabaseConfig): Promise<number> => {
  const clock = await createCommandClock(database)
  const number = ((await selectGeneration(database))?.number ?? 0) + 1
  const mark = await readDatabaseMark(database, config)
  await insertGeneration(database, { number, mark, because: 'operator', since_at: clock.nowMs() })
  console.log('Every browser compares its data with this database at its next contact, and sends what is missing here.')
  for (const { generation, since_at, because } of await selectGenerations(database))
    console.log(`  ${generation}  since ${new Date(since_at).toISOString()}: ${reasons[because]}`)
  return 0
}
