import { languageById } from '@sitwell/i18n/languages'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { organisationDetails } from '../security/organisation/organisation-details.ts'
import type { PaperDocument } from './paper-parts.ts'

const sitwellColours = { primary: '#1CA286', secondary: '#364651' }

/** For whom a document is made: what it calls them and their organisation, and in what language and colours it is. */
export interface PaperReader extends Pick<PaperDocument, 'language' | 'organisation' | 'colours'> {
  readonly name: string
  readonly languageId: number
}

/** Undefined if there is no such person. */
export const paperReader = async (
  { kysely }: Database,
  { orgId, userGuid }: Pick<Caller, 'orgId' | 'userGuid'>,
): Promise<PaperReader | undefined> => {
  const person = await kysely
    .selectFrom('person')
    .innerJoin('organisation', 'organisation.org_id', 'person.org_id')
    .select(['person.first_name', 'person.last_name', 'person.language_id'])
    .select(['organisation.name as organisation', 'organisation.details'])
    .where('person.org_id', '=', orgId)
    .where('person.user_guid', '=', userGuid)
    .executeTakeFirst()
  if (!person) return undefined
  const details = organisationDetails.parse(JSON.parse(person.details))
  return {
    name: `${person.first_name} ${person.last_name}`.trim(),
    languageId: person.language_id,
    language: languageById(person.language_id).tag,
    organisation: person.organisation,
    colours: {
      primary: details.primaryColour ?? sitwellColours.primary,
      secondary: details.secondaryColour ?? sitwellColours.secondary,
    },
  }
}
