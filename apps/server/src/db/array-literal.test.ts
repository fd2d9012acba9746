import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrayLiteral } from './array-literal.ts'

// Boundary: the driver's own way, which it has no types for.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as { prepareValue(value: unknown): string }

test('an array of texts is written as the driver writes it, whatever stands in them, and one of numbers as it reads it', () => {
  const signs = fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '}', ' ', '\n', 'N', 'U', 'L', "'") })
  const texts = fc.array(fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), signs)))
  fc.assert(
    fc.property(texts, (list) => {
      expect(arrayLiteral(list)).toBe(prepareValue(list))
    }),
  )
  expect(arrayLiteral([1, null, -3, 1_795_780_000_000])).toBe('{1,NULL,-3,1795780000000}')
  expect(arrayLiteral([])).toBe('{}')
})
