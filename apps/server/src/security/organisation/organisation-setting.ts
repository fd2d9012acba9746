import type { Database } from '../../db/database.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'

/** A school that starts at the same moment asks for the same few settings again and again. What is set counts at once. */
const settings = ownedRowsTogether({
  table: 'setting',
  column: 'name',
  read: ({ kysely }, isAsked) => kysely.selectFrom('setting').select(['org_id', 'name', 'value']).where(isAsked).execute(),
})

/** What an organisation has set under a name, for other services; null where it has set nothing. */
export const organisationSetting = async (database: Database, orgId: number, name: string): Promise<string | null> =>
  (await settings(database, orgId, name))[0]?.value ?? null

/** Whether a setting is on. */
export const isSetOn = (value: string | null): boolean => /^(1|true|yes|on)$/i.test(value?.trim() ?? '')
