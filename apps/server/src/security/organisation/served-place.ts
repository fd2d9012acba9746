import type { Database } from '../../db/database.ts'
import { isServedHere } from '../../db/moved-organisations.ts'

/** Where a database is served: alone in its process, or as one of several that are distinguished by the name that was asked for (decision 115). */
export interface ServedPlace {
  readonly isOneOfSeveral: boolean
  /** Whether a request to this host name reaches this database. */
  leadsHere(host: string): boolean
}

export const aloneInItsProcess: ServedPlace = { isOneOfSeveral: false, leadsHere: () => true }

/**
 * Whether organisations that have nothing to do with each other share the server: then what it tells of itself is no matter of any of them, and only of the
 * owners of the installation (decision 155).
 */
export const isSharedServer = async ({
  database: { kysely },
  servedPlace,
}: {
  readonly database: Pick<Database, 'kysely'>
  readonly servedPlace: ServedPlace
}): Promise<boolean> => {
  if (servedPlace.isOneOfSeveral) return true
  const some = await kysely
    .selectFrom('organisation')
    .select('org_id')
    .where(isServedHere('organisation.org_id'))
    .limit(2)
    .execute()
  return some.length > 1
}
