import type { Kysely } from 'kysely'
import { nextNumber } from '../db/next-number.ts'
import type { Schema } from '../db/schema.ts'
import { foldedName } from '../folded-name.ts'
import { organisationDetails } from '../security/organisation/organisation-details.ts'

/** The counter that is held by whoever creates an organisation; no organisation has the number 0. */
const held = [0, 'organisations'] as const

/** A name as a part of an address: `St Mary's College` is `st-marys-college`. */
export const urlTokenOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 40)
    .replace(/-$/, '') || 'organisation'

/** Words of addresses that are the server's own: no organisation is called like a page. */
const reserved: ReadonlySet<string> = new Set([
  ...['admin', 'api', 'assets', 'clients', 'course', 'exam', 'first-run', 'forgot', 'installation', 'login', 'logout'],
  ...['office', 'player', 'preview', 'reset', 'security', 'sitwell', 'user', 'www'],
])

export const isReservedToken = (urlToken: string): boolean => reserved.has(urlToken.toLowerCase())

const freeToken = (name: string, taken: ReadonlySet<string>): string => {
  const wanted = urlTokenOf(name)
  const isFree = (token: string) => !taken.has(token) && !isReservedToken(token)
  if (isFree(wanted)) return wanted
  let number = 2
  while (!isFree(`${wanted}-${number}`)) number += 1
  return `${wanted}-${number}`
}

/** Whether there is any organisation, here or moved to another database from here. */
export const hasOrganisations = async (kysely: Kysely<Schema>): Promise<boolean> => {
  const here = await kysely.selectFrom('organisation').select('org_id').limit(1).executeTakeFirst()
  const moved = here ?? (await kysely.selectFrom('moved_organisation').select('org_id').limit(1).executeTakeFirst())
  return moved !== undefined
}

/** An organisation without people, as it is to be created. */
interface NewOrganisation {
  readonly name: string
  /** It becomes its own address. */
  readonly host?: string | undefined
  /** Made from the name, and one that is free, unless it is given. */
  readonly urlToken?: string | undefined
  /** Of its pages before the sign-in. */
  readonly languageId?: number | undefined
  /** Guid of the owner whom somebody else creates it for: the same one creates it once. */
  readonly firstOwner?: string | undefined
  readonly nowMs: number
}

export interface CreatedOrganisation {
  readonly orgId: number
  readonly name: string
  readonly urlToken: string
  readonly details: string
  /** False if it was there, with this first owner. */
  readonly isNew: boolean
}

/** What another organisation has already. */
interface Taken {
  readonly taken: 'host' | 'name' | 'urlToken'
}

const selectAll = (transaction: Kysely<Schema>) =>
  transaction.selectFrom('organisation').select(['org_id', 'name', 'url_token', 'details', 'first_owner']).execute()

type Row = Awaited<ReturnType<typeof selectAll>>[number]

const hostsOf = ({ details }: Row) => organisationDetails.parse(JSON.parse(details)).hosts.map((host) => host.toLowerCase())

const takenIn = (there: readonly Row[], { name, host, urlToken }: NewOrganisation): Taken['taken'] | undefined => {
  if (there.some((one) => foldedName(one.name) === foldedName(name))) return 'name'
  if (urlToken !== undefined && there.some((one) => one.url_token.toLowerCase() === urlToken.toLowerCase())) return 'urlToken'
  return host !== undefined && there.some((one) => hostsOf(one).includes(host.toLowerCase())) ? 'host' : undefined
}

const insert = async (transaction: Kysely<Schema>, there: readonly Row[], wanted: NewOrganisation) => {
  const { name, host, languageId, firstOwner = null, nowMs } = wanted
  const moved = await transaction.selectFrom('moved_organisation').select('org_id').execute()
  const orgId = Math.max(0, ...[...there, ...moved].map(({ org_id }) => org_id)) + 1
  const urlToken = wanted.urlToken ?? freeToken(name, new Set(there.map(({ url_token }) => url_token.toLowerCase())))
  const details = JSON.stringify({ ...(host !== undefined && { hosts: [host] }), ...(languageId && { languageId }) })
  await transaction
    .insertInto('organisation')
    .values({
      ...{ org_id: orgId, name, url_token: urlToken, details, home: null },
      ...{ created_at: nowMs, first_owner: firstOwner },
    })
    .execute()
  return { orgId, name, urlToken, details, isNew: true }
}

/** Creates the first organisation. Undefined if there is one already. Until the transaction ends nobody else creates one. */
export const createFirst = async (
  transaction: Kysely<Schema>,
  wanted: NewOrganisation,
): Promise<CreatedOrganisation | undefined> => {
  await nextNumber(transaction, ...held, 0)
  return (await hasOrganisations(transaction)) ? undefined : insert(transaction, [], wanted)
}

/** Creates one beside those that are there, or says which of its names one of them has. Until the transaction ends nobody else creates one. */
export const createFurther = async (
  transaction: Kysely<Schema>,
  wanted: NewOrganisation & { readonly firstOwner: string },
): Promise<CreatedOrganisation | Taken> => {
  await nextNumber(transaction, ...held, 0)
  const there = await selectAll(transaction)
  const before = there.find(({ first_owner }) => first_owner === wanted.firstOwner)
  if (before)
    return { orgId: before.org_id, name: before.name, urlToken: before.url_token, details: before.details, isNew: false }
  const taken = takenIn(there, wanted)
  return taken === undefined ? insert(transaction, there, wanted) : { taken }
}
