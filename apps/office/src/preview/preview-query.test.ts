import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newSeed, seedIn, versionIn } from './preview-query.ts'

test('every draw that is made up can stand in an address, whatever chance says', () => {
  void fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 0.9999999, noNaN: true }), { minLength: 6, maxLength: 6 }), (numbers) => {
      const left = [...numbers]
      const seed = newSeed(() => left.shift() ?? 0)
      expect(seed).toMatch(/^[a-z2-9]{6}$/)
      expect(seedIn(seed)).toBe(seed)
    }),
  )
})

test('a draw of an address that the server would refuse is none', () => {
  for (const draw of ['', 'a b', 'é', '../x', 'x'.repeat(65)]) expect(seedIn(draw), draw).toBeUndefined()
  expect(seedIn('Spring-2_a')).toBe('Spring-2_a')
})

test('an address names a version that there is, or the newest', () => {
  const versions = [{ version: 3 }, { version: 1 }]
  expect(versionIn('', versions)).toBe(3)
  expect(versionIn('1', versions)).toBe(1)
  for (const named of ['2', '01', '1.0', 'x']) expect(versionIn(named, versions), named).toBeUndefined()
  expect(versionIn('', [])).toBeUndefined()
})
