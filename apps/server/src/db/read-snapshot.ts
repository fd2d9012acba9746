import type { Database } from './database.ts'

/**
 * Reads several tables as they stand at one moment, whatever is written meanwhile. `read` asks nothing of another database object:
 * SQLite has one connection, which waits for the end of this. Within a transaction it is that which says what is seen.
 */
export const readSnapshot = <T>(database: Database, read: (snapshot: Database) => Promise<T>): Promise<T> => {
  if (database.kysely.isTransaction) return read(database)
  const transaction = database.kysely.transaction().setAccessMode('read only').setIsolationLevel('repeatable read')
  return transaction.execute((kysely) => read({ ...database, kysely }))
}
