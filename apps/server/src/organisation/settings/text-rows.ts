import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** All texts that an organisation has of its own in a language, by id. */
export const readOwnTextRows = async (
  kysely: Kysely<Schema>,
  orgId: number,
  languageId: number,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await kysely
    .selectFrom('message')
    .select(['message_id', 'text'])
    .where('org_id', '=', orgId)
    .where('language_id', '=', languageId)
    .execute()
  return new Map(rows.map(({ message_id, text }) => [message_id, text]))
}

/** Keeps one of them, or takes it away. */
export const storeOwnText = async (
  kysely: Kysely<Schema>,
  key: { readonly org_id: number; readonly language_id: number; readonly message_id: string },
  text: string | undefined,
): Promise<void> => {
  if (text === undefined) {
    await kysely
      .deleteFrom('message')
      .where('org_id', '=', key.org_id)
      .where('language_id', '=', key.language_id)
      .where('message_id', '=', key.message_id)
      .execute()
    return
  }
  await kysely
    .insertInto('message')
    .values({ ...key, text })
    .onConflict((conflict) => conflict.columns(['org_id', 'language_id', 'message_id']).doUpdateSet({ text }))
    .execute()
}
