import type { PersonState } from '@sitwell/contract'
import { incompleteDate } from '@sitwell/office-ui/date-values.ts'

/** The fields of a person that staff type, in the order of the form. */
export const personFieldNames = [
  ...(['firstName', 'lastName', 'username', 'identifier', 'email', 'phone', 'dateOfBirth', 'languageID'] as const),
] as const

export type PersonField = (typeof personFieldNames)[number]

/** What a form of a person holds: texts, empty if there is nothing. */
export type PersonValues = Readonly<Record<PersonField, string>>

/** Ways in: whoever may change only the rest sees these fields locked. */
export const contactFields: readonly PersonField[] = ['username', 'email', 'phone']

/** The form of nobody yet, in the given language. */
export const emptyValues = (languageID: number): PersonValues => ({
  ...{ firstName: '', lastName: '', username: '', identifier: '', email: '', phone: '', dateOfBirth: '' },
  languageID: String(languageID),
})

export const valuesOf = (person: PersonState): PersonValues => ({
  firstName: person.firstName,
  lastName: person.lastName,
  username: person.username,
  identifier: person.identifier ?? '',
  email: person.email ?? '',
  phone: person.phone ?? '',
  dateOfBirth: person.dateOfBirth ?? '',
  languageID: String(person.languageID),
})

/** As the server reads a text: blanks around it, and more than one between two words, don't count. */
const asRead = (value: string): string => value.trim().replaceAll(/\s+/g, ' ')

const isSame = (one: string, other: string): boolean => asRead(one) === asRead(other)

/** The fields of `values` that are others than in `base`. */
export const changedFields = (base: PersonValues, values: PersonValues): readonly PersonField[] =>
  personFieldNames.filter((field) => !isSame(base[field], values[field]))

/** What a call is given of the named fields. */
export const fieldsForCall = (values: PersonValues, fields: readonly PersonField[]) =>
  Object.fromEntries(
    fields.map((field) => [field, field === 'languageID' ? Number(values.languageID) : values[field]]),
  ) as Partial<Record<Exclude<PersonField, 'languageID'>, string> & { languageID: number }>

export type ProblemOfField = 'username' | 'usernameTaken' | 'name' | 'email' | 'phone' | 'date' | 'other'

/** The problems with single fields. */
export type FieldProblems = Readonly<Partial<Record<PersonField, ProblemOfField>>>

/** What can be seen before the server is asked. It decides about the rest. */
export const problemsIn = (values: PersonValues): FieldProblems => ({
  ...(asRead(values.firstName) === '' && asRead(values.lastName) === '' && { firstName: 'name' as const }),
  ...(asRead(values.username) === '' && { username: 'username' as const }),
  ...(values.dateOfBirth === incompleteDate && { dateOfBirth: 'date' as const }),
})

const problemOf: Readonly<Partial<Record<PersonField, ProblemOfField>>> = {
  firstName: 'name',
  lastName: 'name',
  username: 'username',
  email: 'email',
  phone: 'phone',
  dateOfBirth: 'date',
}

/** What the server found wrong, by fields: each detail of a refusal names one, as `body.email`. Undefined if it names no field of the form. */
export const problemsFrom = (
  code: string,
  details: readonly { readonly path: string }[] | undefined,
): FieldProblems | undefined => {
  if (code === 'USERNAME_TAKEN') return { username: 'usernameTaken' }
  if (code !== 'INVALID_REQUEST') return undefined
  const named = (details ?? []).flatMap(({ path }) => {
    const field = personFieldNames.find((name) => path === `body.${name}` || path.startsWith(`body.${name}.`))
    return field === undefined ? [] : [[field, problemOf[field] ?? 'other'] as const]
  })
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

/** Two people changed one person: what the form continues with. */
export interface Merge {
  /** The other's values, with one's own where one changed something. */
  readonly values: PersonValues
  /** Fields that both changed, to different values: a person decides about each. */
  readonly conflicts: readonly PersonField[]
  /** Fields that only the other changed. */
  readonly taken: readonly PersonField[]
}

/** Brings what was typed (`mine`) together with what somebody else stored meanwhile (`theirs`). Nothing of either is lost. */
export const merge = (base: PersonValues, mine: PersonValues, theirs: PersonValues): Merge => {
  const own = new Set(changedFields(base, mine))
  const others = changedFields(base, theirs)
  return {
    values: { ...theirs, ...Object.fromEntries([...own].map((field) => [field, mine[field]])) },
    conflicts: others.filter((field) => own.has(field) && !isSame(mine[field], theirs[field])),
    taken: others.filter((field) => !own.has(field)),
  }
}
