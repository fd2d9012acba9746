import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf, fieldsOf, problemsOf } from './read-fields.ts'

test('names lose blanks and control characters, and keep every script', () => {
  expect(fieldsOf({ firstName: '  Ada \n  Mai ', lastName: 'ليلى\u0000', username: ' ada  b ' })).toEqual({
    ...{ first_name: 'Ada Mai', last_name: 'ليلى', username: 'ada b' },
  })
})

test('a field that is empty holds nothing; one that is missing stays as it is', () => {
  expect(fieldsOf({ email: ' ', phone: '', dateOfBirth: '' })).toEqual({ email: null, phone: null, date_of_birth: null })
  expect(fieldsOf({})).toEqual({})
})

test('a problem names the field', () => {
  const pathsOf = (typed: Parameters<typeof fieldsOf>[0]) => problemsOf(fieldsOf(typed)).map(({ path }) => path)
  expect(pathsOf({ username: ' ', firstName: '', lastName: ' ', email: 'x', phone: 'no' })).toEqual([
    ...['body.username', 'body.lastName', 'body.email', 'body.phone'],
  ])
  for (const email of ['a@b.org', 'ü@münchen.example', "o'neil+x@sub.example.org"]) expect(pathsOf({ email })).toEqual([])
  for (const email of ['a b@c.org', 'a@b@c', 'Ada <a@b.org>', 'a@b.org,c@d.org', '@b.org', 'a@']) {
    expect([email, pathsOf({ email })]).toEqual([email, ['body.email']])
  }
  for (const phone of ['+44 20 7946 0000', '(020) 7946-0000', '112']) expect(pathsOf({ phone })).toEqual([])
  expect(pathsOf({ firstName: 'Cher', lastName: '' })).toEqual([])
})

test('what is typed as it was is no change, and reading what was read changes nothing', () => {
  const field = fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { nil: undefined })
  const typed = fc.record({ username: field, firstName: field, lastName: field, email: field, phone: field, identifier: field })
  fc.assert(
    fc.property(typed, (given) => {
      const fields = fieldsOf(given)
      const person = {
        ...{ username: 'u', first_name: 'f', last_name: 'l', email: null, phone: null, learner_identifier: null },
        ...{ date_of_birth: null, language_id: 1, ...fields },
      }
      expect(changesOf(person, fields)).toEqual({})
      expect(changesOf(person, fieldsOf({ username: person.username, email: person.email ?? '' }))).toEqual({})
    }),
  )
})
