import { organisationDetails, passwordPolicy } from '../organisation/organisation-details.ts'
import { selectOrganisation } from '../organisation/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { breachedIn } from './breached-in.ts'
import { contextWords } from './context-words.ts'
import { findingsOfPassword } from './password-policy.ts'

/** What a password of an organisation has to be, and the words that it must not be made of. */
export const demandsOf = async (
  { database, config }: Pick<SecurityContext, 'config' | 'database'>,
  { org_id }: { readonly org_id: number },
) => {
  const organisation = await selectOrganisation(database, org_id)
  const details = organisation && organisationDetails.parse(JSON.parse(organisation.details))
  const { name: organisationName = '', url_token: urlToken = '' } = organisation ?? {}
  const words = contextWords({ productName: config.productName, organisationName, urlToken })
  return { policy: details?.passwordPolicy ?? passwordPolicy.parse({}), words }
}

/** Why a password is refused for the first person of an organisation that is being created; empty if it is accepted. */
export const findingsOfFirstPassword = (
  context: Pick<SecurityContext, 'config' | 'log'>,
  {
    password,
    username,
    organisationName,
  }: { readonly password: string; readonly username: string; readonly organisationName: string },
) => {
  const words = contextWords({ productName: context.config.productName, organisationName, urlToken: '' })
  return findingsOfPassword(passwordPolicy.parse({}), password, { username, words, isBreached: breachedIn(context) })
}
