import type { Database } from '../../db/database.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'

/**
 * Settings are cached, because the learners of a school start at the same moment and need the same few settings. A change takes
 * effect immediately.
 */
const settings = ownedRowsTogether({
  table: 'setting',
  column: 'name',
  read: ({ kysely }, isAsked) => kysely.selectFrom('setting').select(['org_id', 'name', 'value']).where(isAsked).execute(),
})

/** The value of a setting of an organisation, for other services; null if it is not set. */
export const organisationSetting = async (database: Database, orgId: number, name: string): Promise<string | null> =>
  (await settings(database, orgId, name))[0]?.value ?? null

/** Whether a setting is on. */
export const isSetOn = (value: string | null): boolean => /^(1|true|yes|on)$/i.test(value?.trim() ?? '')
