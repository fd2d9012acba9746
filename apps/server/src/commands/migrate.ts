import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'

/** `sitwell migrate`: makes the database's tables, or brings them to this version. Returns the exit code. */
export const commandMigrate = async ({ database: config }: Pick<Config, 'database'>): Promise<number> => {
  const database = openDatabase(config)
  try {
    const applied = await migrate(database.kysely, database.dialect)
    console.log(applied.length > 0 ? `Applied migrations: ${applied.join(', ')}` : 'The database is up to date.')
    return 0
  } finally {
    await database.close()
  }
}
