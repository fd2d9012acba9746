import type { Database } from '../../db/database.ts'
import { organisationDetails } from './organisation-details.ts'
import { organisationOfAddress } from './organisation-of-address.ts'
import { selectOrganisations } from './queries.ts'

/** The entry from the proctoring provider names its organisation as `/clients/{name}` does. */
const asClientAddress = (address: string) => address.replace(/\/proctorio(?:-return)?\/([^/?]+)\/.*$/, '/clients/$1')

/** Every organisation of a database with what its file says of it. */
export const readOrganisations = async (database: Database) => {
  const rows = await selectOrganisations(database)
  return rows.map((row) => ({
    orgId: row.org_id,
    name: row.name,
    urlToken: row.url_token,
    ...organisationDetails.parse(JSON.parse(row.details)),
  }))
}

/** One of them. */
export type OrganisationOfPage = Awaited<ReturnType<typeof readOrganisations>>[number]

/** The organisation whose address a page has, and all that there are. Without the database none. */
export const organisationOfPage = async (
  database: Database,
  address: string,
): Promise<{ readonly found: OrganisationOfPage | undefined; readonly all: readonly OrganisationOfPage[] }> => {
  const all = await readOrganisations(database).catch(() => [])
  return { found: organisationOfAddress(asClientAddress(address), all), all }
}
