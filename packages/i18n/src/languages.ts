/** A language that ships: its folder in `messages`, and the first part of its BCP 47 tag. */
export type LanguageTag = 'en' | 'ar' | 'de' | 'cy'

/** A language of the player. */
export interface Language {
  /** As a learner's record and the messages call carry it. */
  readonly id: number
  readonly tag: LanguageTag
  /** BCP 47, for `lang`, dates, numbers and sorting. */
  readonly code: string
  readonly direction: 'ltr' | 'rtl'
  /** Its name in the language itself: people who look for their language may not be able to read another one. */
  readonly name: string
}

export const english: Language = { id: 1, tag: 'en', code: 'en-GB', direction: 'ltr', name: 'English' }
export const arabic: Language = { id: 2, tag: 'ar', code: 'ar', direction: 'rtl', name: 'العربية' }
export const german: Language = { id: 3, tag: 'de', code: 'de', direction: 'ltr', name: 'Deutsch' }
export const welsh: Language = { id: 4, tag: 'cy', code: 'cy', direction: 'ltr', name: 'Cymraeg' }

/** Every language that ships. Another one is a line here and a folder of messages. */
export const languages: readonly Language[] = [english, arabic, german, welsh]

/** The language of a learner's record; English where the player doesn't speak it. */
export const languageById = (id: number | undefined): Language => languages.find((one) => one.id === id) ?? english

/** The language of a folder of messages. */
export const languageOf = (tag: LanguageTag): Language => languages.find((one) => one.tag === tag) ?? english

/** The language that a BCP 47 tag names, regardless of its region; undefined if no such language ships. */
export const languageOfTag = (tag: string): Language | undefined => {
  const [primary] = tag.trim().toLowerCase().split(/[-_;]/)
  return languages.find((one) => one.tag === primary)
}

/** The language of a person without a known choice: the language of `among` that the browser prefers, or English. */
export const languageOfVisitor = (preferred: readonly string[], among: readonly Language[] = languages): Language =>
  preferred.map(languageOfTag).find((one) => one !== undefined && among.includes(one)) ?? among[0] ?? english

/** The languages that an organisation offers; `ids` as in its file. Empty if it names fewer than two. */
export const offeredLanguages = (ids: readonly number[] = []): readonly Language[] => {
  const offered = languages.filter(({ id }) => ids.includes(id))
  return offered.length > 1 ? offered : []
}
