import { sealLabel } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { unseal } from './unseal.ts'

const { subtle } = globalThis.crypto
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const content = { sections: [], questions: [], resources: [{ url: 'x', mediaType: 'image/png', name: 'مصباح.png' }] }

/** A part as the server seals it. */
const seal = async (keyBytes: Uint8Array<ArrayBuffer>, label: string) => {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt'])
  const text = new TextEncoder().encode(JSON.stringify(content))
  const hidden = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(label) }, key, text)
  return base64url(new Uint8Array([...iv, ...new Uint8Array(hidden)]))
}

test('a part opens with its key, and with no other key, for no other schedule or part, and not once it was changed', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const key = base64url(bytes)
  const sealed = await seal(bytes, sealLabel('s1', 'p2'))
  const part = { partId: 'p2', sealed }
  expect(await unseal(part, 's1', key, subtle)).toEqual(content)
  expect(await unseal(part, 's1', base64url(crypto.getRandomValues(new Uint8Array(32))), subtle)).toBeUndefined()
  expect(await unseal(part, 's2', key, subtle)).toBeUndefined()
  expect(await unseal({ ...part, partId: 'p3' }, 's1', key, subtle)).toBeUndefined()
  expect(
    await unseal({ ...part, sealed: `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}` }, 's1', key, subtle),
  ).toBeUndefined()
  expect(await unseal({ ...part, sealed: 'no' }, 's1', 'no key', subtle)).toBeUndefined()
  // A page without https has no cryptography: the server is asked for the part itself.
  expect(await unseal(part, 's1', key, undefined)).toBeUndefined()
})
