import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { readTogether } from '../../db/read-together.ts'

interface Asked {
  readonly orgId: number
  readonly name: string
}

/** A school that starts at the same moment asks for the same few settings again and again. What is set counts at once. */
const settings = readTogether<Asked, { readonly org_id: number; readonly name: string; readonly value: string }>({
  keyOf: ({ orgId, name }) => `${orgId}/${name}`,
  keyOfRow: ({ org_id, name }) => `${org_id}/${name}`,
  read: ({ kysely, dialect }, asked) =>
    kysely
      .selectFrom('setting')
      .select(['org_id', 'name', 'value'])
      .where(isOneOf(dialect, 'org_id', asked, ({ orgId }) => orgId))
      .where(isOneOf(dialect, 'name', asked, ({ name }) => name))
      .execute(),
})

/** What an organisation has set under a name, for other services; null where it has set nothing. */
export const organisationSetting = async (database: Database, orgId: number, name: string): Promise<string | null> =>
  (await settings(database)({ orgId, name }))[0]?.value ?? null

/** Whether a setting is on. */
export const isSetOn = (value: string | null): boolean => /^(1|true|yes|on)$/i.test(value?.trim() ?? '')
