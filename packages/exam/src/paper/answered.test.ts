import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answeredOf, partsOf, sumOfParts } from './answered.ts'

const each = fc.array(fc.boolean(), { maxLength: 8 })

test('a question is answered if all its parts are, not answered if none is, and partly answered otherwise', () => {
  fc.assert(
    fc.property(each, (filled) => {
      const expected = !filled.includes(true) ? 'not' : filled.includes(false) ? 'partly' : 'fully'
      expect(answeredOf(partsOf(filled))).toBe(expected)
    }),
  )
})

test('parts of several fields count as the parts of one', () => {
  fc.assert(
    fc.property(fc.array(each, { maxLength: 5 }), (fields) => {
      expect(answeredOf(sumOfParts(fields.map(partsOf)))).toBe(answeredOf(partsOf(fields.flat())))
    }),
  )
  expect(
    sumOfParts([
      { given: 1, wanted: 1 },
      { given: 0, wanted: 1, lacksFile: true },
    ]),
  ).toEqual({
    given: 1,
    wanted: 2,
    lacksFile: true,
  })
})
