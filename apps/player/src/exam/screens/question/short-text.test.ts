import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong, shortText } from './short-text.ts'

test('a question’s text is its answers’ name while it is short; a longer one is cut after a word', () => {
  expect(shortText(' Which is\n a fish? ')).toBe('Which is a fish?')
  const long = 'A school group of thirty arrives with rucksacks at half past nine in the morning, and would like to leave.'
  expect(isLong(long)).toBe(true)
  expect(shortText(long)).toBe(
    'A school group of thirty arrives with rucksacks at half past nine in the morning, and would like to…',
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      expect(shortText(text).length).toBeLessThanOrEqual(101)
      expect(shortText(text).endsWith('…') || !isLong(text)).toBe(true)
    }),
  )
})
