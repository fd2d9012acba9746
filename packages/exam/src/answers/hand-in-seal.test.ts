import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, handInSeal } from './hand-in-seal.ts'

const { subtle } = globalThis.crypto
const objects = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())

test('the canonical form does not depend on the order of names, and can be parsed back', () => {
  fc.assert(
    fc.property(objects, (any) => {
      const plain: unknown = JSON.parse(JSON.stringify(any))
      expect(JSON.parse(canonicalJson(any))).toEqual(plain)
      const reversed = Object.fromEntries(Object.entries(any).reverse())
      expect(canonicalJson(reversed)).toBe(canonicalJson(any))
    }),
  )
})

test('two different contents have two canonical forms', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [a, b] = [one, other].map((value): unknown => JSON.parse(JSON.stringify(value)))
      fc.pre(!isSame(a, b))
      expect(canonicalJson(a)).not.toBe(canonicalJson(b))
    }),
  )
})

const isSame = (one: unknown, other: unknown): boolean => {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}

test('a seal holds only for its data and its secret', async () => {
  await fc.assert(
    fc.asyncProperty(objects, objects, fc.string({ minLength: 1 }), async (one, other, secret) => {
      const seal = await handInSeal(one, secret, subtle)
      expect(seal).toMatch(/^[0-9a-f]{64}$/)
      // Read from a file again, with its seal in it.
      const read = JSON.parse(JSON.stringify({ ...one, seal })) as Record<string, unknown>
      expect(await handInSeal(read, secret, subtle)).toBe(seal)
      expect(await handInSeal(one, `${secret}.`, subtle)).not.toBe(seal)
      const { seal: _one, ...a } = one
      const { seal: _other, ...b } = other
      fc.pre(canonicalJson(a) !== canonicalJson(b))
      expect(await handInSeal(other, secret, subtle)).not.toBe(seal)
    }),
    { numRuns: 50 },
  )
})
