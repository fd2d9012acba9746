import { fill } from '@sitwell/i18n/format'
import { type Language, languageById } from '@sitwell/i18n/languages'
import type { ServerMessageId } from '@sitwell/i18n/message-ids'
import { readOwnTexts } from '@sitwell/i18n/own-texts'
import type { Database } from '../db/database.ts'
import { serverMessages } from '../messages/server-texts.ts'
import { textsOf } from '../messages/texts-of.ts'
import type { Letter } from './mailer.ts'

/** What is written to people, by kind; each has a subject and a text in the message catalogue. */
export type LetterKind = 'RESET' | 'INVITE' | 'CODE' | 'RESET_CODE' | 'RESULT'

export interface Recipient {
  readonly orgId: number
  readonly languageId: number
  readonly to: string
}

type Values = Readonly<Record<string, string>>

const shipped = (language: Language, id: ServerMessageId, values: Values) =>
  fill(serverMessages(language)[id] ?? '', language, values, false)

/** The organisation's own text where it has one that can be read, otherwise the one that ships, with what is in braces filled in. */
const write = async (
  database: Database,
  { orgId, languageId }: Omit<Recipient, 'to'>,
  ids: readonly ServerMessageId[],
  values: Values,
): Promise<readonly string[]> => {
  const language = languageById(languageId)
  const own = await readOwnTexts(await textsOf(database, orgId, languageId, ids))
  return ids.map((id) => {
    const text = own.get(id)
    try {
      return text === undefined ? shipped(language, id, values) : fill(text, language, values, false)
    } catch {
      return shipped(language, id, values)
    }
  })
}

/**
 * A letter in the recipient's language: the organisation's own texts `MAIL_{kind}_SUBJECT` and `MAIL_{kind}_TEXT` where it has them.
 * What is in braces is filled in; a name that has braces itself is not filled in again.
 */
export const writeLetter = async (
  database: Database,
  { to, ...reader }: Recipient,
  kind: LetterKind,
  values: Values,
): Promise<Letter> => {
  const [subject = '', text = ''] = await write(database, reader, [`MAIL_${kind}_SUBJECT`, `MAIL_${kind}_TEXT`], values)
  // A line break would begin another header.
  return { to, subject: subject.replace(/\s+/g, ' '), text }
}

/** What a text message with a code says, from `TEXT_MESSAGE_CODE` where the organisation has it. */
export const writeTextMessage = async (
  database: Database,
  reader: Omit<Recipient, 'to'>,
  values: Readonly<Record<'code' | 'organisation', string>>,
): Promise<string> => {
  const [text = ''] = await write(database, reader, ['TEXT_MESSAGE_CODE'], values)
  return text
}
