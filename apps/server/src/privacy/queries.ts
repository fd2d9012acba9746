import type { Database } from '../db/database.ts'

/** The username of a person who was erased: it names nobody, and no two have it. */
export const erasedName = (userId: number): string => `erased-${userId}`

/**
 * Those of these people who were erased, and are. An account that was imported again has its guid back, and guids are an organisation's
 * own: whoever has one and lives is not told of.
 */
export const selectErased = async ({ kysely }: Pick<Database, 'kysely'>, userGuids: readonly string[]): Promise<string[]> => {
  if (userGuids.length === 0) return []
  const rows = await kysely
    .selectFrom('erased_person')
    .innerJoin('person', 'person.user_guid', 'erased_person.user_guid')
    .select(['person.user_guid', 'person.user_id', 'person.username', 'person.suspended'])
    .where('erased_person.user_guid', 'in', [...userGuids])
    .execute()
  const living = new Set(
    rows.filter((row) => row.suspended !== 1 || row.username !== erasedName(row.user_id)).map((row) => row.user_guid),
  )
  return [...new Set(rows.map((row) => row.user_guid))].filter((guid) => !living.has(guid))
}
