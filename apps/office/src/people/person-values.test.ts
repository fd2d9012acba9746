import { incompleteDate } from '@sitwell/office-ui/date-values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changedFields,
  emptyValues,
  fieldsForCall,
  merge,
  type PersonValues,
  personFieldNames,
  problemsFrom,
  problemsIn,
  valuesOf,
} from './person-values.ts'

const values: fc.Arbitrary<PersonValues> = fc.record(
  Object.fromEntries(personFieldNames.map((field) => [field, fc.constantFrom('', 'a', 'b', 'c')])) as Record<
    keyof PersonValues,
    fc.Arbitrary<string>
  >,
)

test('two people change one person: nothing that either typed is lost without being asked about', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const merged = merge(base, mine, theirs)
      for (const field of personFieldNames) {
        const [own, other] = [mine[field] !== base[field], theirs[field] !== base[field]]
        expect(merged.values[field]).toBe(own ? mine[field] : theirs[field])
        expect(merged.conflicts.includes(field)).toBe(own && other && mine[field] !== theirs[field])
        expect(merged.taken.includes(field)).toBe(!own && other)
      }
      // Saved on top of the other's version, it changes exactly what one changed oneself and the other has otherwise.
      expect(changedFields(theirs, merged.values)).toEqual(
        personFieldNames.filter((field) => mine[field] !== base[field] && mine[field] !== theirs[field]),
      )
    }),
  )
})

test('blanks that the server doesn’t count are no change', () => {
  const base = { ...emptyValues(1), firstName: 'Ada Mary', username: 'ada' }
  expect(changedFields(base, { ...base, firstName: ' Ada  Mary ', username: 'ada\t' })).toEqual([])
  expect(changedFields(base, { ...base, firstName: 'AdaMary' })).toEqual(['firstName'])
})

test('what can be seen before the server is asked: a name, a name to sign in by, half a date', () => {
  expect(problemsIn(emptyValues(1))).toEqual({ firstName: 'name', username: 'username' })
  const whole = { ...emptyValues(1), lastName: 'Lovelace', username: 'ada' }
  expect(problemsIn(whole)).toEqual({})
  expect(problemsIn({ ...whole, username: '  ' })).toEqual({ username: 'username' })
  expect(problemsIn({ ...whole, dateOfBirth: incompleteDate })).toEqual({ dateOfBirth: 'date' })
})

test('what the server found wrong stands beside its field, and what names no field doesn’t get lost', () => {
  const details = [{ path: 'body.email' }, { path: 'body.dateOfBirth' }, { path: 'body.languageID' }, { path: 'query' }]
  expect(problemsFrom('INVALID_REQUEST', details)).toEqual({ email: 'email', dateOfBirth: 'date', languageID: 'other' })
  expect(problemsFrom('INVALID_REQUEST', [{ path: 'body.version' }])).toBeUndefined()
  expect(problemsFrom('INVALID_REQUEST', undefined)).toBeUndefined()
  expect(problemsFrom('USERNAME_TAKEN', undefined)).toEqual({ username: 'usernameTaken' })
  expect(problemsFrom('LAST_OWNER', details)).toBeUndefined()
})

test('a call is given the named fields alone, a language as its number', () => {
  const filled = { ...emptyValues(3), email: '', firstName: 'Ada' }
  expect(fieldsForCall(filled, ['firstName', 'email', 'languageID'])).toEqual({ firstName: 'Ada', email: '', languageID: 3 })
})

test('what a person lacks is empty in the form', () => {
  const person = { userID: 1, version: 4, username: 'ada', firstName: 'Ada', lastName: '', languageID: 2, isSuspended: false }
  expect(valuesOf(person)).toEqual({ ...emptyValues(2), firstName: 'Ada', username: 'ada' })
})
