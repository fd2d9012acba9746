import type { Database } from '../db/database.ts'

/** The organisation's own texts of these ids in a language; an id that it has none of is missing. */
export const textsOf = async (
  { kysely }: Database,
  orgId: number,
  languageId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('message')
    .select(['message_id', 'text'])
    .where('org_id', '=', orgId)
    .where('language_id', '=', languageId)
    .where('message_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.message_id, row.text]))
}
