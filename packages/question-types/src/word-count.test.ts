import { expect, test } from 'vitest'
import { marksLabel } from './marks-label.ts'
import { wordCount } from './word-count.ts'

//
test.each([
  ['', 0],
  ['   ', 0],
  ['one', 1],
  ['  two   words ', 2],
  ['three\nshort lines', 3],
  ['don’t split-this', 2],
])('%j has %i words', (text, words) => {
  expect(wordCount(text)).toBe(words)
})

//
test('one mark is a mark, all else are marks', () => {
  expect([0, 0.5, 1, 2].map(marksLabel)).toEqual(['0 marks', '0.5 marks', '1 mark', '2 marks'])
})
