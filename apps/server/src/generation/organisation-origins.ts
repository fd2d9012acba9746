import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/**
 * Which organisation is meant by a number, where several databases count from 1 and one secret signs for them: the name of the database
 * in which it was first. It stays with an organisation that moves, and with a database that is set back.
 */
export interface OrganisationOrigins {
  of(orgId: number): Promise<string>
}

/** The name of a database that was ever served; undefined of another. */
const selectDatabaseName = async (kysely: Kysely<Schema>): Promise<string | undefined> => {
  const first = await kysely
    .selectFrom('server_generation')
    .select('generation')
    .orderBy('number', 'asc')
    .limit(1)
    .executeTakeFirst()
  return first?.generation
}

export const createOrganisationOrigins = ({ kysely }: Pick<Database, 'kysely'>): OrganisationOrigins => {
  const known = new Map<number, string>()
  let own: string | undefined
  return {
    of: async (orgId) => {
      const before = known.get(orgId)
      if (before !== undefined) return before
      const row = await kysely.selectFrom('organisation').select('home').where('org_id', '=', orgId).executeTakeFirst()
      own ??= await selectDatabaseName(kysely)
      const home = row?.home ?? own ?? ''
      // It never changes, except for an organisation that comes.
      if (row && own !== undefined) known.set(orgId, home)
      return home
    },
  }
}

/** Writes down where an organisation is at home that is about to leave. */
export const recordOrigin = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number): Promise<void> => {
  const home = await selectDatabaseName(kysely)
  // If nothing was ever served, nothing was signed.
  if (home === undefined) return
  await kysely.updateTable('organisation').set({ home }).where('org_id', '=', orgId).where('home', 'is', null).execute()
}
