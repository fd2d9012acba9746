import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'

/**
 * Who did something, in words: the name of the person, or what the database has in its place (`command:…`, `import`). The guid of somebody who was
 * erased stays a guid.
 */
export const namesOf = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  orgId: number,
  authors: readonly string[],
): Promise<(author: string) => string> => {
  const rows =
    authors.length === 0
      ? []
      : await kysely
          .selectFrom('person')
          .select(['user_guid', 'first_name', 'last_name', 'username'])
          .where('org_id', '=', orgId)
          .where('search_name', '>', '')
          .where(isOneOf(dialect, 'user_guid', authors, (guid) => guid))
          .execute()
  const names = new Map(
    rows.map((row) => [row.user_guid, `${row.first_name} ${row.last_name}`.trim() || row.username] as const),
  )
  return (author) => names.get(author) ?? author
}
