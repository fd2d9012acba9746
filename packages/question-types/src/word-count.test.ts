import { expect, test } from 'vitest'
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
