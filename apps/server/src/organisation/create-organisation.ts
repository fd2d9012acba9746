import type { Kysely } from 'kysely'
import { nextNumber } from '../db/next-number.ts'
import type { Schema } from '../db/schema.ts'

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

const freeToken = (name: string, taken: ReadonlySet<string>): string => {
  const wanted = urlTokenOf(name)
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted}-${number}`)) number += 1
  return `${wanted}-${number}`
}

/** Whether there is any organisation, here or moved to another database from here. */
export const hasOrganisations = async (kysely: Kysely<Schema>): Promise<boolean> => {
  const here = await kysely.selectFrom('organisation').select('org_id').limit(1).executeTakeFirst()
  const moved = here ?? (await kysely.selectFrom('moved_organisation').select('org_id').limit(1).executeTakeFirst())
  return moved !== undefined
}

/**
 * Creates an organisation of a name, without people. Until the transaction ends nobody else creates one. `host` becomes its own address.
 * Undefined if there is one already and it was to be the first.
 */
export const createOrganisation = async (
  transaction: Kysely<Schema>,
  { name, host, isFirst }: { readonly name: string; readonly host?: string; readonly isFirst: boolean },
): Promise<{ readonly orgId: number; readonly urlToken: string } | undefined> => {
  await nextNumber(transaction, ...held, 0)
  if (isFirst && (await hasOrganisations(transaction))) return undefined
  const there = await transaction.selectFrom('organisation').select(['org_id', 'url_token']).execute()
  const moved = await transaction.selectFrom('moved_organisation').select('org_id').execute()
  const orgId = Math.max(0, ...[...there, ...moved].map(({ org_id }) => org_id)) + 1
  const urlToken = freeToken(name, new Set(there.map(({ url_token }) => url_token.toLowerCase())))
  const details = JSON.stringify(host === undefined ? {} : { hosts: [host] })
  await transaction
    .insertInto('organisation')
    .values({ org_id: orgId, name, url_token: urlToken, details, home: null })
    .execute()
  return { orgId, urlToken }
}
