import { organisationDetails, passwordPolicy } from '../organisation/organisation-details.ts'
import { selectOrganisation } from '../organisation/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { contextWords } from './context-words.ts'

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
