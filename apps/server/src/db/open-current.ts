import { existsSync } from 'node:fs'
import { type Database, type DatabaseConfig, openDatabase } from './database.ts'
import { selectApplied } from './migration-tables.ts'
import { refusalOfNewer, schemaStateOf, WrongSchema } from './schema-state.ts'

/**
 * Opens a database for a command that works on the tables of this version. Throws {@link WrongSchema} and writes nothing if the database
 * doesn't exist, or its tables are older or newer: only `sitwell migrate` and `sitwell serve` change them (decision 132). `remedy` is the
 * command line that brings this database to this version.
 */
export const openCurrent = async (config: DatabaseConfig, remedy = 'sitwell migrate'): Promise<Database> => {
  // To open it would make it.
  if (config.dialect === 'sqlite' && !existsSync(config.path))
    throw new WrongSchema(`There is no database at ${config.path}. Run first: ${remedy}`)
  const database = openDatabase(config)
  try {
    const state = schemaStateOf(await selectApplied(database.kysely, database.dialect))
    if (state.is === 'newer') throw refusalOfNewer(state.has)
    if (state.is === 'older')
      throw new WrongSchema(`The database lacks migration ${state.lacks} of this version. Run first: ${remedy}`)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
