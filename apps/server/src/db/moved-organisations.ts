import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import type { MovedOrganisationTable, Schema } from './schema.ts'

/** The organisations that are, or are on their way, in another database: none of their requests is served from this one. */
export interface MovedOrganisations {
  /** As of the last lookup. Writes in between are refused by the database itself (decision 87). */
  has(orgId: number): boolean
  /** Asks the database. */
  look(): Promise<void>
}

export const createMovedOrganisations = ({ kysely }: Pick<Database, 'kysely'>): MovedOrganisations => {
  let known: ReadonlySet<number> = new Set()
  return {
    has: (orgId) => known.has(orgId),
    look: async () => {
      const rows = await kysely.selectFrom('moved_organisation').select('org_id').execute()
      known = new Set(rows.map(({ org_id }) => org_id))
    },
  }
}

/** A condition on rows of many organisations, by their column: leaves those out that this database doesn't serve. */
export const isServedHere = (orgId: string) =>
  sql<boolean>`not exists (select 1 from moved_organisation where moved_organisation.org_id = ${sql.ref(orgId)})`

/** Undefined if it never moved, or came back. */
export const selectMove = ({ kysely }: Pick<Database, 'kysely'>, orgId: number): Promise<MovedOrganisationTable | undefined> =>
  kysely.selectFrom('moved_organisation').selectAll().where('org_id', '=', orgId).executeTakeFirst()

export const writeMove = async (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, state, target }: { orgId: number } & Pick<MovedOrganisationTable, 'state' | 'target'>,
  clock: Clock,
): Promise<void> => {
  const row = { state, target, since_at: clock.nowMs() }
  await kysely
    .insertInto('moved_organisation')
    .values({ org_id: orgId, ...row })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(row))
    .execute()
}

export const deleteMove = async (kysely: Kysely<Schema>, orgId: number): Promise<void> => {
  await kysely.deleteFrom('moved_organisation').where('org_id', '=', orgId).execute()
}

/** The error messages of both databases for a write to an organisation that has moved. */
export const movedMessage = (orgId: number): string => `organisation ${orgId} has moved to another database`

/** Whether a statement failed because its organisation has moved. */
export const isOfMoved = (error: unknown): boolean =>
  error instanceof Error && /\borganisation \d+ has moved to another database/.test(error.message)
