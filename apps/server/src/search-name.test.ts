import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from './folded-name.ts'
import { searchNameOf } from './search-name.ts'

const person = (more: Partial<Parameters<typeof searchNameOf>[0]>) => ({
  ...{ first_name: '', last_name: '', username: '', learner_identifier: null, email: null },
  ...more,
})

test('begins with the last name, each field on a line, without capitals and accents', () => {
  const one = { first_name: 'Éloïse', last_name: 'Weißmüller', username: 'EW', learner_identifier: 'L-7', email: 'E@x.org' }
  expect(searchNameOf(one)).toBe('weissmuller\neloise\new\nl-7\ne@x.org')
})

test('sorts by last name and then by first name, whatever follows a shorter name', () => {
  const names = [
    { last_name: 'Li', first_name: 'Zoe' },
    { last_name: 'Li Wang', first_name: 'Ada' },
    { last_name: 'Lia', first_name: 'Ada' },
  ].map((one) => searchNameOf(person(one)))
  expect([...names].sort()).toEqual(names)
})

test('has each word of each field, up to a length, and no other line breaks or controls, whatever a name is', () => {
  const field = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(field, field, field, (first_name, last_name, username) => {
      const found = searchNameOf(person({ first_name, last_name, username }))
      expect(found.split('\n')).toHaveLength(5)
      expect(found.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
      for (const one of [first_name, last_name])
        for (const word of wordsOf(one.replaceAll(/\p{Cc}/gu, ' '))) expect(found).toContain(word)
    }),
  )
})

test('fits into an index of either database, and is well-formed, however long and odd the names are', () => {
  for (const sign of ['x', '😀', 'ﷺ', '語', '\ud800', '\0']) {
    const long = sign.repeat(5000)
    const all = { first_name: long, last_name: long, username: long, learner_identifier: long, email: long }
    const found = searchNameOf(all)
    expect(Buffer.byteLength(found)).toBeLessThan(2000)
    expect(found.isWellFormed()).toBe(true)
  }
})
