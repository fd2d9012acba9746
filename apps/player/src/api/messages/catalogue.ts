import type { Language } from './languages.ts'

/** A text in every language that the player ships. `{name}` stands for a value. */
export interface Wording {
  readonly en: string
  readonly ar: string
}

export type MessageSet = Readonly<Record<string, Wording>>

/** What a text reads whose id the catalogue doesn't know; the second where it stands among others asked for (decisions). */
export const undefinedMessage = 'MESSAGE_UNDEFINED'
export const undefinedMessageInList = 'MESSAGE UNDEFINED'

/** One catalogue of several sets. Ids are unique: two sets that both define one are a mistake, and throw (spec 1 §3). */
export const joinMessages = (sets: readonly MessageSet[]): MessageSet => {
  const joined: Record<string, Wording> = {}
  for (const [id, wording] of sets.flatMap((set) => Object.entries(set))) {
    if (id in joined) throw new Error(`The message id ${id} is defined twice`)
    joined[id] = wording
  }
  return joined
}

export type Values = Readonly<Record<string, string | number>>

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A value that reads the other way than the text around it is set apart (by FSI and PDI of Unicode): else a full stop or a question
 * mark at its end would jump to its beginning.
 */
const isolated = (value: string | number, direction: Language['direction']): string => {
  const [letter] = /\p{L}/u.exec(String(value)) ?? []
  const isOther = letter !== undefined && rightToLeft.test(letter) !== (direction === 'rtl')
  return isOther ? `\u2068${value}\u2069` : String(value)
}

const fill = (text: string, values: Values, direction: Language['direction']): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return value === undefined ? placeholder : isolated(value, direction)
  })

/** Texts of one language: the server's where it has one, else the default wording. */
export interface Catalogue {
  text(id: string, values?: Values): string
  /** Several at once, in their order. */
  texts(ids: readonly string[]): string[]
  /** For texts that must never be missing: an empty one of the server falls back to the default wording too. */
  textOrDefault(id: string): string
}

export const createCatalogue = (
  defaults: MessageSet,
  language: Language,
  fromServer: ReadonlyMap<string, string> = new Map(),
): Catalogue => {
  const defaultOf = (id: string) => (language.direction === 'rtl' ? defaults[id]?.ar : defaults[id]?.en)
  const find = (id: string) => fromServer.get(id) ?? defaultOf(id)
  return {
    text: (id, values = {}) => fill(find(id) ?? undefinedMessage, values, language.direction),
    texts: (ids) => ids.map((id) => find(id) ?? undefinedMessageInList),
    textOrDefault: (id) => {
      const text = fromServer.get(id)?.trim()
      const isThere = text !== undefined && text !== '' && text !== undefinedMessage && text !== undefinedMessageInList
      return isThere ? text : (defaultOf(id) ?? undefinedMessage)
    },
  }
}
