import { expect, test } from 'vitest'
import { createKeys } from './keys.ts'
import { tampered } from './testing/tampered.ts'

const keys = createKeys(new TextEncoder().encode('a'.repeat(40)))
const others = createKeys(new TextEncoder().encode('b'.repeat(40)))

test('what is sealed opens with the same secret alone, and not once it was changed', () => {
  const sealed = keys.seal('سر JBSWY3DP')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(keys.open(sealed)).toBe('سر JBSWY3DP')
  expect(keys.seal('سر JBSWY3DP')).not.toBe(sealed)
  expect(others.open(sealed)).toBeUndefined()
  expect(keys.open(tampered(sealed))).toBeUndefined()
  for (const broken of ['', 'x', sealed.slice(0, 20)]) expect(keys.open(broken)).toBeUndefined()
})

test('a fingerprint is the same for the same text and purpose, and for no other secret', () => {
  expect(keys.fingerprint('code', '123456')).toBe(keys.fingerprint('code', '123456'))
  const different = [
    keys.fingerprint('code', '123457'),
    keys.fingerprint('address', '123456'),
    others.fingerprint('code', '123456'),
  ]
  for (const one of different) expect(one).not.toBe(keys.fingerprint('code', '123456'))
})

const secretOf = (letter: string) => new TextEncoder().encode(letter.repeat(40))

test('what is sealed names its key; a second secret opens, and is never sealed with', () => {
  const next = createKeys(secretOf('b'), { accepted: secretOf('a') })
  const before = keys.seal('a seed')
  expect(next.open(before)).toBe('a seed')
  expect([next.isCurrent(before), next.isCurrent(next.seal('a seed'))]).toEqual([false, true])
  expect(others.open(next.seal('a seed'))).toBe('a seed')
  expect(keys.open(next.seal('a seed'))).toBeUndefined()
  // The name is no secret, says nothing but which key it is, and is under the seal.
  const heads = [before, keys.seal('another')].map((one) => Buffer.from(one, 'base64url').subarray(0, 5).toString('hex'))
  expect(new Set(heads).size).toBe(1)
  const renamed = Buffer.from(before, 'base64url')
  Buffer.from(next.seal(''), 'base64url').copy(renamed, 0, 0, 5)
  expect(next.open(renamed.toString('base64url'))).toBeUndefined()
})

test('what is sealed begins with its form and the name of its key; nothing else opens', () => {
  const sealed = Buffer.from(keys.seal('JBSWY3DP'), 'base64url')
  expect(sealed).toHaveLength(5 + 12 + 16 + 8)
  expect(sealed[0]).toBe(1)
  expect(keys.open(sealed.subarray(5).toString('base64url'))).toBeUndefined()
})

test('the keys of each accepted secret are there by themselves, the one that signs first', () => {
  const next = createKeys(secretOf('b'), { accepted: secretOf('a') })
  const fingerprints = next.accepted.map((by) => by.fingerprint('code', '123456'))
  expect(fingerprints).toEqual([others, keys].map((one) => one.fingerprint('code', '123456')))
  expect(keys.accepted).toHaveLength(1)
})
