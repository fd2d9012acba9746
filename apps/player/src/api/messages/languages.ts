/** A language that the player speaks. */
export interface Language {
  /** As a learner's record and the messages call carry it. */
  readonly id: number
  /** BCP 47, for `lang`, dates and sorting. */
  readonly code: string
  readonly direction: 'ltr' | 'rtl'
}

export const english: Language = { id: 1, code: 'en-GB', direction: 'ltr' }
export const arabic: Language = { id: 2, code: 'ar', direction: 'rtl' }

/** The language of a learner's record; English where the player doesn't speak it. */
export const languageById = (id: number | undefined): Language => (id === arabic.id ? arabic : english)

/**
 * The language of somebody who isn't signed in: the one that the browser's user reads best and that we speak. Their record says
 * otherwise once they are signed in.
 */
export const languageOfVisitor = (preferred: readonly string[]): Language => {
  const spoken = preferred.flatMap((tag) => [english, arabic].filter(({ code }) => tag.split('-')[0] === code.split('-')[0]))
  return spoken[0] ?? english
}
