import { type DateOrder, type PeopleField, type PeopleRow, type PeopleTotals, peopleFields } from '@sitwell/contract'
import { namePrefixOf } from '../../search-name.ts'
import { signInName } from '../../sign-in-name.ts'
import { readCell } from './read-cells.ts'

/** A person of the organisation, as far as a file can change them. A field that holds nothing is `''`. */
export interface KnownPerson extends Readonly<Record<PeopleField, string>> {
  readonly userGuid: string
  readonly version: number
  /** They have a role, now or soon. */
  readonly isStaff: boolean
}

/** People of the organisation whom rows may mean. */
export interface KnownPeople {
  bySignInName(name: string): KnownPerson | undefined
  byIdentifier(identifier: string): readonly KnownPerson[]
  /** People whose first and last name are these, by `fullName`. */
  byFullName(name: string): readonly KnownPerson[]
}

/** The rows of a file and how they are read: `columns` names the field of each cell. */
export interface RowsToRead {
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[]
  readonly columns: readonly (PeopleField | null)[]
  readonly dateOrder: DateOrder
}

/** What is to be stored for a row: `values` has the fields that are new, or that change. */
export interface PlannedRow extends PeopleRow {
  readonly values: Readonly<Partial<Record<PeopleField, string>>>
  /** The person who changes. */
  readonly person?: KnownPerson
}

type Problems = PeopleRow['problems']

/** A row whose cells are read. Empty cells are left out: they change nothing. */
export interface ReadRow {
  readonly row: number
  readonly values: Readonly<Partial<Record<PeopleField, string>>>
  readonly problems: Problems
}

/** First and last name as they are compared. */
export const fullName = (firstName: string, lastName: string): string =>
  namePrefixOf({ first_name: firstName, last_name: lastName })

const longestCell = 80

/** Reads the cells of each row. */
export const readRows = ({ rows, columns, dateOrder }: RowsToRead): ReadRow[] =>
  rows.map(({ number, cells }) => {
    const values: Partial<Record<PeopleField, string>> = {}
    const problems: Problems = []
    for (const [at, field] of columns.entries()) {
      const cell = cells[at] ?? ''
      if (field === null) continue
      const read = readCell(field, cell, dateOrder)
      if (!read.ok) problems.push({ field, problem: read.problem, cell: cell.slice(0, longestCell) })
      else if (read.value !== '') values[field] = read.value
    }
    return { row: number, values, problems }
  })

const nameOf = ({ firstName = '', lastName = '' }: Partial<Record<PeopleField, string>>) => `${firstName} ${lastName}`.trim()

const named = ({ firstName, lastName, username }: KnownPerson) => `${nameOf({ firstName, lastName })} (${username})`

/** The one person whom a row means by its user name or number, or why it can't be known. */
const meant = (
  { values }: ReadRow,
  known: Pick<KnownPeople, 'bySignInName' | 'byIdentifier'>,
): { person?: KnownPerson; problems: Problems } => {
  const byName = values.username === undefined ? undefined : known.bySignInName(signInName(values.username))
  const numbered = values.identifier === undefined ? [] : known.byIdentifier(values.identifier)
  const isAmong = numbered.some((one) => one.userGuid === byName?.userGuid)
  const [other] = numbered
  if (byName && other && !isAmong) return { problems: [{ field: 'identifier', problem: 'two-people', other: named(other) }] }
  if (numbered.length > 1) return { problems: [{ field: 'identifier', problem: 'several-people' }] }
  const person = byName ?? other
  return { ...(person && { person }), problems: [] }
}

/** Names that rows give to people who have other ones: whether somebody else has them is to be found out. */
export const rowsWithOtherNames = (
  rows: readonly ReadRow[],
  known: Pick<KnownPeople, 'bySignInName' | 'byIdentifier'>,
): readonly Pick<KnownPerson, 'firstName' | 'lastName'>[] =>
  rows.flatMap((row) => {
    const { person } = meant(row, known)
    if (!person) return []
    const { firstName, lastName } = { ...person, ...row.values }
    return fullName(firstName, lastName) === fullName(person.firstName, person.lastName) ? [] : [{ firstName, lastName }]
  })

/** A row that has nothing of the person but their number: a slip in it would turn one person into another. */
const hasOnlyTheNumber = ({ values: { username, firstName, lastName } }: ReadRow, person: KnownPerson): boolean => {
  const isOther = (one: string | undefined, held: string) => one !== undefined && signInName(one) !== signInName(held)
  return isOther(username, person.username) && isOther(firstName, person.firstName) && isOther(lastName, person.lastName)
}

/** A row with one person's number and another one's name, as a column that was sorted alone leaves it (OFFICE-202). */
const hasNameOfAnother = (row: ReadRow, person: KnownPerson, known: KnownPeople): Problems => {
  const { values } = row
  if (hasOnlyTheNumber(row, person)) return [{ field: 'identifier', problem: 'two-people', other: named(person) }]
  const merged = { ...person, ...values }
  const name = fullName(merged.firstName, merged.lastName)
  if (name === fullName(person.firstName, person.lastName)) return []
  const [other] = known.byFullName(name).filter(({ userGuid }) => userGuid !== person.userGuid)
  return other ? [{ field: 'lastName', problem: 'two-people', other: named(other) }] : []
}

const neededOfNew = ({ values }: ReadRow): Problems => {
  const missing: PeopleField[] = values.username === undefined ? ['username'] : []
  if (values.firstName === undefined && values.lastName === undefined) missing.push('lastName')
  return missing.map((field) => ({ field, problem: 'missing' }))
}

const planRow = (read: ReadRow, known: KnownPeople, twice: Problems): PlannedRow => {
  const { row, values } = read
  const said = { row, username: values.username ?? '', name: nameOf(values), changes: [] as PeopleRow['changes'] }
  const refused = (problems: Problems): PlannedRow => ({ ...said, is: 'refused', problems, values: {} })
  const wrong = [...read.problems, ...twice]
  if (Object.keys(values).length === 0 && wrong.length === 0) return refused([{ problem: 'missing' }])
  const { person, problems } = meant(read, known)
  if (problems.length > 0) return refused([...wrong, ...problems])
  if (!person) {
    // A cell that can't be read is reported as that, not as missing too.
    const missing = neededOfNew(read).filter(({ field }) => !wrong.some((one) => one.field === field))
    return wrong.length + missing.length > 0 ? refused([...wrong, ...missing]) : { ...said, is: 'new', problems: [], values }
  }
  if (person.isStaff) return refused([...wrong, { problem: 'staff', other: nameOf(person) }])
  const ofAnother = hasNameOfAnother(read, person, known)
  if (wrong.length + ofAnother.length > 0) return refused([...wrong, ...ofAnother])
  const changes = peopleFields.flatMap((field) => {
    const to = values[field]
    const isSame =
      to === person[field] || (field === 'username' && to !== undefined && signInName(to) === signInName(person.username))
    return to === undefined || isSame ? [] : [{ field, from: person[field], to }]
  })
  const now = { ...said, username: person.username, name: nameOf({ ...person, ...values }), changes, problems: [], person }
  const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
  return { ...now, is: changes.length > 0 ? 'changed' : 'unchanged', values: changed }
}

/** What a row lays claim to: its user name, its number, and the person whom it means. */
const claims = ({ values }: ReadRow, person: KnownPerson | undefined): (readonly [PeopleField | undefined, string])[] => [
  ...(values.username === undefined ? [] : [['username', `name ${signInName(values.username)}`] as const]),
  ...(values.identifier === undefined ? [] : [['identifier', `number ${values.identifier}`] as const]),
  ...(person === undefined ? [] : [[undefined, `person ${person.userGuid}`] as const]),
]

/**
 * What each row of a file comes to. A row that names somebody whom an earlier row names is refused, unless that one is refused itself: a refused
 * row changes nothing for the others. Nobody gets a user name that somebody else has: such a row names two people.
 */
export const planRows = (rows: readonly ReadRow[], known: KnownPeople): PlannedRow[] => {
  const claimed = new Map<string, number>()
  return rows.map((row) => {
    const own = claims(row, meant(row, known).person)
    const twice = own.flatMap(([field, key]): Problems => {
      const other = claimed.get(key)
      return other === undefined ? [] : [{ ...(field && { field }), problem: 'twice-in-file', other: String(other) }]
    })
    const planned = planRow(row, known, twice.slice(0, 1))
    if (planned.is !== 'refused') for (const [, key] of own) claimed.set(key, row.row)
    return planned
  })
}

/** How many rows come to what. */
export const totalsOf = (rows: readonly Pick<PeopleRow, 'is'>[]): PeopleTotals => {
  const count = (is: PeopleRow['is']) => rows.filter((one) => one.is === is).length
  return { new: count('new'), changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') }
}
