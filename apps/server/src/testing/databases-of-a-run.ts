import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createTestDatabase, dropDatabasesOf, templateVariable } from './start-test-server.ts'

/**
 * Around a run of tests: migrates one database, of which each server's is a copy, and drops all of them at the end. To migrate and to
 * drop each took longer than most tests.
 */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (!process.env.SITWELL_TEST_DATABASE_URL) return undefined
  const { url } = await createTestDatabase()
  const database = openDatabase({ dialect: 'postgres', url })
  await migrate(database.kysely, database.dialect)
  await database.close()
  const template = new URL(url).pathname.slice(1)
  process.env[templateVariable] = template
  return () => dropDatabasesOf(template)
}
