import type { Messages } from '@sitwell/i18n/catalogue'
import type { Language, LanguageTag } from '@sitwell/i18n/languages'
import type { ServerMessageId } from '@sitwell/i18n/message-ids'
import { readMessages, readTexts } from '@sitwell/i18n/read-messages'

/** Read once for each language. */
const remember = <T>(read: (tag: LanguageTag) => T) => {
  const cached = new Map<LanguageTag, T>()
  return (tag: LanguageTag): T => {
    const text = cached.get(tag) ?? read(tag)
    cached.set(tag, text)
    return text
  }
}

const messages = remember((tag) => readMessages(tag, 'server'))
// Boundary: the ids are those of the English files, as the type has them.
const texts = remember((tag) => readTexts(tag, 'server') as Readonly<Record<ServerMessageId, string>>)

const ofVisitors = remember((tag) => ({ ...readMessages(tag, 'visitor'), ...readMessages(tag, 'server') }))

/** What the server writes itself, ready to be filled in. */
export const serverMessages = ({ tag }: Pick<Language, 'tag'>): Messages => messages(tag)

/** What pages before the sign-in say, ready to be filled in: the player's words and the server's. */
export const visitorMessages = ({ tag }: Pick<Language, 'tag'>): Messages => ofVisitors(tag)

/** The same as it is written, for what fills it in elsewhere. */
export const serverTexts = (tag: LanguageTag): Readonly<Record<ServerMessageId, string>> => texts(tag)
