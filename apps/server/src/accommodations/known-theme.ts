import { predefinedThemes } from '@sitwell/themes/themes'
import type { Database } from '../db/database.ts'
import { organisationDetails } from '../security/organisation/organisation-details.ts'
import type { Typed } from './read-accommodation.ts'

/** Whether there is a theme of this name in an organisation, so that an accommodation can set it; without a name there is nothing to look for. */
export const isKnownTheme = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  { theme }: Pick<Typed, 'theme'>,
): Promise<boolean> => {
  if (theme === undefined || Object.hasOwn(predefinedThemes, theme)) return true
  const row = await kysely.selectFrom('organisation').select('details').where('org_id', '=', orgId).executeTakeFirst()
  return row !== undefined && Object.hasOwn(organisationDetails.parse(JSON.parse(row.details)).themes ?? {}, theme)
}
