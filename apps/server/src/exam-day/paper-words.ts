import { fill, type Message, type Values } from '@sitwell/i18n/format'
import { type Language, languageById } from '@sitwell/i18n/languages'
import type { ServerMessageId } from '@sitwell/i18n/message-ids'
import { readOwnTexts } from '@sitwell/i18n/own-texts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { serverMessages } from '../messages/server-texts.ts'
import { textsOf } from '../messages/texts-of.ts'
import type { PaperDocument } from '../paper/paper-parts.ts'
import { type PaperReader, paperReader } from '../paper/reader.ts'
import { organisationDetails } from '../security/organisation/organisation-details.ts'

/** What a printed page of an exam day says, in the language of its organisation. */
export interface PaperWords {
  readonly language: Language
  readonly reader: PaperReader
  text(id: ServerMessageId, values?: Values): string
}

const selectLanguageId = async ({ kysely }: Database, orgId: number): Promise<number | undefined> => {
  const row = await kysely.selectFrom('organisation').select('details').where('org_id', '=', orgId).executeTakeFirst()
  return row && organisationDetails.parse(JSON.parse(row.details)).languageId
}

/** The texts of an organisation, its own where it has some, in its language, or in the caller's if it names none. Undefined if the caller is gone. */
export const paperWords = async (
  database: Database,
  caller: Pick<Caller, 'orgId' | 'userGuid'>,
): Promise<PaperWords | undefined> => {
  const reader = await paperReader(database, caller)
  if (!reader) return undefined
  const languageId = (await selectLanguageId(database, caller.orgId)) ?? reader.languageId
  const language = languageById(languageId)
  const shipped = serverMessages(language)
  const ids = Object.keys(shipped).filter((id) => id.startsWith('ROOM_PDF_'))
  const own = await readOwnTexts(await textsOf(database, caller.orgId, languageId, ids))
  const filled = (message: Message, values: Values) => fill(message, language, values, false)
  return {
    ...{ language, reader: { ...reader, language: language.tag, languageId } },
    text: (id, values = {}) => {
      const usual = filled(shipped[id] ?? '', values)
      const message = own.get(id)
      if (message === undefined) return usual
      try {
        return filled(message, values)
      } catch {
        // A plural without the form `other`.
        return usual
      }
    },
  }
}

/** A document of these parts in the look of the organisation. `subject`: stands at the foot of each page. */
export const documentOf = (
  { reader, text }: PaperWords,
  { subject, ...made }: Pick<PaperDocument, 'madeAtMs' | 'parts' | 'subtitle' | 'title'> & { readonly subject: string },
): PaperDocument => ({
  ...{ language: reader.language, organisation: reader.organisation, colours: reader.colours },
  ...made,
  learner: subject,
  words: {
    ...{ PAGE: text('ROOM_PDF_PAGE', { page: '{page}', pages: '{pages}' }), UNPRINTABLE: text('ROOM_PDF_UNPRINTABLE') },
    ...{ PICTURE: '{alt}', CUT: text('ROOM_PDF_CUT') },
  },
})
