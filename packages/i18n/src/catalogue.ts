import { fill, type Message, type Values } from './format.ts'
import type { Language } from './languages.ts'
import type { LaterMessageId, MessageId } from './message-ids.ts'

/** Texts of one language, by id. */
export type Messages = Readonly<Record<string, Message>>

/** The text for an id that the catalogue doesn't know; the second one if it was requested together with others (decisions). */
export const undefinedMessage = 'MESSAGE_UNDEFINED'
export const undefinedMessageInList = 'MESSAGE UNDEFINED'

/** Texts of one language: those of the organisation, or the default texts. `Id`: the texts that the app has. */
export interface Catalogue<Id extends string = MessageId | LaterMessageId> {
  text(id: Id, values?: Values): string
  /** Several texts, in their order. */
  texts(ids: readonly MessageId[]): string[]
  /** For texts that must never be missing: an empty one of the server falls back to the default wording too. */
  textOrDefault(id: MessageId): string
}

/**
 * The catalogue of a language. `own`: the organisation's texts, read by `readOwnTexts`; one that can't be filled in gives way to the
 * default wording.
 */
export const createCatalogue = <Id extends string = MessageId | LaterMessageId>(
  defaults: Messages,
  language: Language,
  own: ReadonlyMap<string, Message> = new Map(),
): Catalogue<Id> => {
  const defaultOf = (id: string, values: Values) => {
    const message = Object.hasOwn(defaults, id) ? defaults[id] : undefined
    return message === undefined ? undefined : fill(message, language, values)
  }
  const find = (id: string, values: Values) => {
    const message = own.get(id)
    if (message === undefined) return defaultOf(id, values)
    try {
      return fill(message, language, values)
    } catch {
      // A plural without the form `other`, or a format of numbers that there isn't.
      return defaultOf(id, values)
    }
  }
  return {
    text: (id, values = {}) => find(id, values) ?? undefinedMessage,
    texts: (ids) => ids.map((id) => find(id, {}) ?? undefinedMessageInList),
    textOrDefault: (id) => {
      const text = own.has(id) ? find(id, {})?.trim() : undefined
      const isThere = text !== undefined && text !== '' && text !== undefinedMessage && text !== undefinedMessageInList
      return isThere ? text : (defaultOf(id, {}) ?? undefinedMessage)
    },
  }
}
