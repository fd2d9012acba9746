import { expect, test } from 'vitest'
import { dropdownWidth } from './dropdown-width.ts'

// QCHOICE-222 QCHOICE-223 QCHOICE-224 QCHOICE-225 QCHOICE-226
test.each([
  ['no entry', [], 200],
  ['entries without text', ['', ''], 200],
  ['one character, which would be too narrow', ['a'], 100],
  ['7 characters', ['1234567'], 100],
  ['8 characters', ['12345678', 'x'], 112],
  ['10 characters', ['1234567890'], 140],
  ['11 characters, narrower than 10', ['12345678901'], 132],
  ['20 characters', ['1'.repeat(20)], 240],
  ['21 characters, narrower than 20', ['1'.repeat(21)], 210],
  ['characters outside the basic plane, one each', ['𝒳'.repeat(10)], 140],
])('a dropdown of %s has its width by the figures', (_, texts, width) => {
  expect(dropdownWidth(texts)).toBe(width)
})
