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
