import { foldedName } from './folded-name.ts'
import { plainLine } from './plain-line.ts'

/** What a person is found and sorted by in the office. */
interface Named {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
  readonly learner_identifier: string | null
  readonly email: string | null
}

/** UTF-16 units of each field: a database has a limit for what one entry of an index holds. */
const longestField = 120

const folded = (field: string | null): string =>
  foldedName(plainLine((field ?? '').replaceAll(/\p{Cc}/gu, ' ')))
    .slice(0, longestField)
    .toWellFormed()

/**
 * The column `search_name` of a person: last name, first name, username, identifier and e-mail, as `foldedName` compares them, each on a line of
 * its own. The line break sorts before every letter, so that the order of this column is the order by last name and then by first name; and no
 * word that somebody types has one, so that none is found over the end of a field.
 */
export const searchNameOf = ({ first_name, last_name, username, learner_identifier, email }: Named): string =>
  [last_name, first_name, username, learner_identifier, email].map(folded).join('\n')

/** What the `search_name` of everybody with these names begins with, and of nobody else. */
export const namePrefixOf = ({ first_name, last_name }: Pick<Named, 'first_name' | 'last_name'>): string =>
  [last_name, first_name, ''].map(folded).join('\n')

/** The `search_name` of a person who was erased: no list of people has them. */
export const erasedSearchName = ''
