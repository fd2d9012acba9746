import type { Database } from '../db/database.ts'
import { organisationDetails } from '../security/organisation/organisation-details.ts'

const addressesOf = async ({ kysely }: Database) => {
  const rows = await kysely.selectFrom('organisation').select(['org_id', 'url_token', 'details']).execute()
  return rows.map(({ org_id, url_token, details }) => {
    const hosts = organisationDetails.parse(JSON.parse(details)).hosts.map((host) => `the host ${host.toLowerCase()}`)
    return { orgId: org_id, names: [`the address /login?${url_token.toLowerCase()}`, ...hosts] }
  })
}

/** By what an organisation is found by its address, and another of the other database is too: one of the two could not be reached there. */
export const takenAddresses = async (from: Database, to: Database, orgId: number): Promise<string[]> => {
  const own = (await addressesOf(from)).find((one) => one.orgId === orgId)?.names ?? []
  const others = new Set((await addressesOf(to)).flatMap((one) => (one.orgId === orgId ? [] : one.names)))
  return own.filter((name) => others.has(name))
}
