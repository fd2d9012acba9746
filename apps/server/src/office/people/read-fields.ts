import { plainLine } from '../../plain-line.ts'
import type { OwnFields } from '../../security/people/write-person.ts'

/** What staff typed: what is missing stays as it is, and `''` empties a field. */
export interface TypedFields {
  readonly username?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
  readonly identifier?: string | undefined
  readonly dateOfBirth?: string | undefined
  readonly phone?: string | undefined
  readonly languageID?: number | undefined
}

type Fields = Partial<Omit<OwnFields, 'suspended'>>

export interface Problem {
  readonly path: string
  readonly message: string
}

export const isAddress = (text: string): boolean => /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(text)
export const isPhoneNumber = (text: string): boolean => /^\+?[\d\s()/.-]{3,40}$/.test(text)

/** Characters that no field of one line has: a name with them would end a line of a letter or of an export. */
const controls = /[\p{Cc}\u2028\u2029]/gu

const line = (text: string): string => plainLine(text.replaceAll(controls, ' ').toWellFormed())

/** The fields as the database keeps them. */
export const fieldsOf = (typed: TypedFields): Fields => {
  const orNull = (text: string | undefined) => (text === undefined ? undefined : line(text) || null)
  const all = {
    username: typed.username === undefined ? undefined : line(typed.username),
    first_name: typed.firstName === undefined ? undefined : line(typed.firstName),
    last_name: typed.lastName === undefined ? undefined : line(typed.lastName),
    email: orNull(typed.email),
    learner_identifier: orNull(typed.identifier),
    date_of_birth: orNull(typed.dateOfBirth),
    phone: orNull(typed.phone),
    language_id: typed.languageID,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** The problems with a person who would have these fields, by the field of the request. */
export const problemsOf = (fields: Fields): Problem[] => {
  const { username, first_name, last_name, email, phone } = fields
  const problems: Problem[] = []
  if (username === '') problems.push({ path: 'body.username', message: 'empty' })
  if (first_name === '' && last_name === '') problems.push({ path: 'body.lastName', message: 'one of the two names is needed' })
  if (email && !isAddress(email)) problems.push({ path: 'body.email', message: 'not an address as ada@example.org' })
  if (phone && !isPhoneNumber(phone)) problems.push({ path: 'body.phone', message: 'not a number as +44 20 7946 0000' })
  return problems
}

/** Those of the fields whose value isn't what the person has. */
export const changesOf = (person: Omit<OwnFields, 'suspended'>, fields: Fields): Fields => {
  const held: Readonly<Record<string, unknown>> = { ...person }
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => (held[field] || null) !== (value || null)))
}

/** The fields of the request, by the columns that hold them. */
export const typedNames: Readonly<Record<keyof Fields, keyof TypedFields>> = {
  username: 'username',
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  learner_identifier: 'identifier',
  date_of_birth: 'dateOfBirth',
  phone: 'phone',
  language_id: 'languageID',
}

/** Fields by which somebody gets in: by a name, a mailed link, a code. */
export const waysIn: readonly (keyof Fields)[] = ['username', 'email', 'phone']
