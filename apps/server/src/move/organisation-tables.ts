import type { Database } from '../db/database.ts'
import { describeColumns } from '../db/describe-columns.ts'

/** A table that holds rows of organisations. */
export interface OrganisationTable {
  readonly name: string
  /** In one order for both databases. */
  readonly columns: readonly string[]
  /** The primary key behind `org_id`. */
  readonly key: readonly string[]
}

/** One says where an organisation went; the other who owns this installation, and nobody comes to own another one by moving there. */
const staysBehind: readonly string[] = ['installation_grant', 'moved_organisation']

/**
 * Every table whose key begins with the organisation, as the database itself has it, so that a table that is added later moves too. Those
 * without one are the servers' own.
 */
export const organisationTables = async ({
  kysely,
  dialect,
}: Pick<Database, 'kysely' | 'dialect'>): Promise<OrganisationTable[]> => {
  const tables = Map.groupBy(await describeColumns(kysely, dialect), (column) => column.table)
  return [...tables].flatMap(([name, columns]) => {
    const [first, ...key] = columns
      .filter((column) => column.key > 0)
      .sort((one, other) => one.key - other.key)
      .map((column) => column.name)
    if (first !== 'org_id' || staysBehind.includes(name)) return []
    return { name, columns: columns.map((column) => column.name).sort(), key }
  })
}
