import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Throws an error if the database takes no transaction for writing, as a standby or a lock does. A disk that is full it doesn't see. */
export const tryToWrite = async ({ kysely }: Pick<Database, 'kysely'>): Promise<void> => {
  await kysely
    .transaction()
    .execute((transaction) => sql`update counter set value = value where org_id = -1`.execute(transaction))
}
