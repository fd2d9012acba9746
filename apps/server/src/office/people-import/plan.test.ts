import { type PeopleField, peopleFields } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signInName } from '../../sign-in-name.ts'
import { guessColumns, wrongColumns } from './columns.ts'
import { fullName, type KnownPeople, type KnownPerson, type PlannedRow, planRows, readRows, totalsOf } from './plan.ts'
import { guessDateOrder, readCell, readDate } from './read-cells.ts'

const nothing = Object.fromEntries(peopleFields.map((field) => [field, ''])) as Record<PeopleField, string>

const person = (userGuid: string, fields: Partial<KnownPerson>): KnownPerson => ({
  ...{ ...nothing, userGuid, version: 1, isStaff: false },
  ...fields,
})

const lena = person('lena', { username: 'lena.l', firstName: 'Lena', lastName: 'Lindqvist', identifier: 'A1' })
const tomasz = person('tomasz', { username: 'tomasz.w', firstName: 'Tomasz', lastName: 'Wrona', identifier: 'A2' })
const owner = person('owner', { username: 'adisa', firstName: 'Adisa', lastName: 'Okafor', identifier: 'S1', isStaff: true })
const everybody = [lena, tomasz, owner]

const knownOf = (people: readonly KnownPerson[]): KnownPeople => ({
  bySignInName: (name) => people.find((one) => signInName(one.username) === name),
  byIdentifier: (identifier) => people.filter((one) => one.identifier === identifier),
  byFullName: (name) => people.filter((one) => fullName(one.firstName, one.lastName) === name),
})

const columns: PeopleField[] = ['username', 'firstName', 'lastName', 'identifier', 'email', 'phone', 'dateOfBirth']

const plan = (rows: readonly (readonly string[])[], people: readonly KnownPerson[] = everybody) =>
  planRows(
    readRows({ rows: rows.map((cells, at) => ({ number: at + 2, cells })), columns, dateOrder: 'day-first' }),
    knownOf(people),
  )

const planOne = (...cells: string[]) => plan([cells])[0] as PlannedRow

test('a row makes somebody new, changes them from–to, or leaves them as they are; an empty cell changes nothing', () => {
  expect(planOne('aoife.b', 'Aoife', 'Byrne', 'A3', 'aoife@example.org', '', '3/12/2004')).toMatchObject({
    is: 'new',
    values: { username: 'aoife.b', dateOfBirth: '2004-12-03' },
  })
  expect(planOne('LENA.L', '', 'Lindqvist-Berg', '', 'lena@example.org')).toMatchObject({
    is: 'changed',
    changes: [
      { field: 'lastName', from: 'Lindqvist', to: 'Lindqvist-Berg' },
      { field: 'email', from: '', to: 'lena@example.org' },
    ],
    values: { lastName: 'Lindqvist-Berg', email: 'lena@example.org' },
  })
  expect(planOne('lena.l', ' Lena ', 'Lindqvist', 'A1')).toMatchObject({ is: 'unchanged', changes: [], values: {} })
  expect(planOne('lena.new', '', '', 'A1')).toMatchObject({
    is: 'changed',
    changes: [{ field: 'username', from: 'lena.l', to: 'lena.new' }],
  })
})

// OFFICE-202
test('a row whose number and name belong to two people, or to staff, is refused and names the other', () => {
  expect(planOne('lena.l', '', '', 'A2')).toMatchObject({
    is: 'refused',
    problems: [{ field: 'identifier', problem: 'two-people', other: 'Tomasz Wrona (tomasz.w)' }],
  })
  expect(planOne('', 'tomasz', 'WRONA', 'A1')).toMatchObject({
    is: 'refused',
    problems: [{ problem: 'two-people', other: 'Tomasz Wrona (tomasz.w)' }],
  })
  expect(planOne('kwame.m', 'Kwame', 'Mensah', 'A1')).toMatchObject({
    is: 'refused',
    problems: [{ field: 'identifier', problem: 'two-people', other: 'Lena Lindqvist (lena.l)' }],
  })
  expect(planOne('adisa', 'Adisa', 'Okafor-Bell')).toMatchObject({ is: 'refused', problems: [{ problem: 'staff' }] })
  expect(planOne('', '', '', 'S1', 'mine@example.org')).toMatchObject({ is: 'refused', problems: [{ problem: 'staff' }] })
  const namesakes = [lena, person('other', { username: 'x', identifier: 'A1' })]
  expect(plan([['', '', '', 'A1']], namesakes)).toMatchObject([{ is: 'refused', problems: [{ problem: 'several-people' }] }])
})

test('all that is wrong with a row is reported, each with its cell', () => {
  const { is, problems } = planOne('new', 'A\u0007da', 'x'.repeat(201), '', 'ada at home', 'call me', '31/2/2001')
  expect(is).toBe('refused')
  expect(problems.map(({ field, problem }) => [field, problem])).toEqual([
    ['firstName', 'wrong-characters'],
    ['lastName', 'too-long'],
    ['email', 'no-address'],
    ['phone', 'no-phone-number'],
    ['dateOfBirth', 'no-date'],
  ])
  expect(problems[2]?.cell).toBe('ada at home')
  expect(planOne('', 'Ada', 'Byron').problems).toEqual([{ field: 'username', problem: 'missing' }])
  expect(planOne('ada').problems).toEqual([{ field: 'lastName', problem: 'missing' }])
})

test('the second of two rows for one person is refused, however it names them', () => {
  const rows = plan([
    ['lena.l', 'Lena', 'L.'],
    ['', '', '', 'A1', 'lena@example.org'],
    ['aoife', 'Aoife', 'Byrne'],
    ['AOIFE', 'Aoife', 'Byrne'],
  ])
  expect(rows.map(({ is }) => is)).toEqual(['changed', 'refused', 'new', 'refused'])
  expect(rows[1]?.problems).toEqual([{ problem: 'twice-in-file', other: '2' }])
  expect(rows[3]?.problems).toEqual([{ field: 'username', problem: 'twice-in-file', other: '4' }])
})

/** Cells of each column: most rows are well-formed, so that what one of them does to another shows. */
const cells = [
  ['', 'a', 'b', 'lena.l', 'tomasz.w', 'adisa'],
  ['', 'Lena', 'Tomasz', '=1+1'],
  ['', 'Lindqvist', 'Wrona', 'Byron'],
  ['', '', 'A1', 'A2', 'A3'],
  ['', '', 'x@example.org', 'nowhere'],
  ['', '', '', 'nobody'],
  ['', '', '1/2/2003', 'x'],
]
const row = fc.tuple(...cells.map((column) => fc.constantFrom(...column)))

// OFFICE-201
test('each row of any file has one result, totals add up to the file, and a refused row changes nothing for the others', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const planned = plan(rows)
      expect(planned.map((one) => one.row)).toEqual(rows.map((_, at) => at + 2))
      const { new: added, changed, unchanged, refused } = totalsOf(planned)
      expect(added + changed + unchanged + refused).toBe(rows.length)
      const told = (list: readonly PlannedRow[]) => list.map(({ is, changes, values }) => ({ is, changes, values }))
      for (const [at, { is }] of planned.entries())
        if (is === 'refused') expect(told(plan(rows.toSpliced(at, 1)))).toEqual(told(planned.toSpliced(at, 1)))
    }),
  )
})

test('no file changes staff, makes two people of one user name, or gives one person two rows', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const taken = plan(rows).filter(({ is }) => is !== 'refused')
      expect(taken.filter((one) => one.person?.isStaff)).toEqual([])
      const persons = taken.flatMap((one) => one.person?.userGuid ?? [])
      expect(new Set(persons)).toHaveLength(persons.length)
      const after = everybody.map((one) => taken.find(({ person: who }) => who === one)?.values.username ?? one.username)
      const added = taken.filter(({ is }) => is === 'new').map(({ values }) => values.username ?? '')
      const names = [...after, ...added].map(signInName)
      expect(new Set(names)).toHaveLength(names.length)
    }),
  )
})

test('a file that was applied is unchanged the second time', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const taken = plan(rows).filter(({ is }) => is !== 'refused')
      const changed = everybody.map((one) => ({ ...one, ...taken.find(({ person: who }) => who === one)?.values }))
      const added = taken.filter(({ is }) => is === 'new').map(({ row: at, values }) => person(`new ${at}`, values))
      const again = plan(
        taken.map((one) => rows[one.row - 2] as string[]),
        [...changed, ...added],
      )
      // A name that another new person of the file has makes a row doubtful afterwards; none of them changes anything.
      expect(again.filter(({ is }) => is === 'new' || is === 'changed')).toEqual([])
    }),
  )
})

test('columns are known by their names in four languages; a field has one column', () => {
  expect(guessColumns(['Benutzername', 'Vorname', 'Nachname', 'E-Mail', 'Geburts­datum', 'Klasse'])).toEqual([
    ...['username', 'firstName', 'lastName', 'email', 'dateOfBirth', null],
  ])
  expect(guessColumns(['User name', 'First name', 'Surname', 'Last name', 'ULN'])).toEqual([
    ...['username', 'firstName', 'lastName', null, 'identifier'],
  ])
  expect(guessColumns(['Enw defnyddiwr', 'Enw cyntaf', 'Cyfenw', 'E-bost'])).toEqual([
    'username',
    'firstName',
    'lastName',
    'email',
  ])
  expect(guessColumns(['اسم المستخدم', 'الاسم الأول', 'اسم العائلة'])).toEqual(['username', 'firstName', 'lastName'])
  expect(wrongColumns(['firstName', null])).toBe('nobody')
  expect(wrongColumns(['username', 'email', 'email'])).toBe('twice')
  expect(wrongColumns([null, 'identifier'])).toBeUndefined()
})

test('dates are read in the order of their country, and only days that exist', () => {
  expect([readDate('03/12/2004', 'day-first'), readDate('03/12/2004', 'month-first')]).toEqual(['2004-12-03', '2004-03-12'])
  expect([readDate('3.12.2004', 'month-first'), readDate('2004-12-03', 'month-first')]).toEqual(['2004-12-03', '2004-12-03'])
  expect(['30/2/2004', '3/12/04', '12/2004', '45000', '3/12.2004'].map((one) => readDate(one, 'day-first'))).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
  expect([guessDateOrder(['1/2/2003', '1/31/2003']), guessDateOrder(['1/2/2003'])]).toEqual(['month-first', 'day-first'])
})

test('names of every script are kept as they are, and formulas stay text', () => {
  for (const name of ['Zoë', '山田', 'محمد', 'Ó Súilleabháin', '=HYPERLINK("x")', 'Nguyễn'])
    expect(readCell('lastName', `  ${name}  `, 'day-first')).toEqual({ ok: true, value: name.normalize('NFC') })
  expect(readCell('lastName', 'a\u202eb', 'day-first')).toEqual({ ok: false, problem: 'wrong-characters' })
})
