import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileName } from './file-address.ts'
import { mediaAddress } from './media-address.ts'

const endpoint = 'https://exam.example/api/'
const at = mediaAddress({ url: 'resource/exam/one', token: 't' }, { endpoint, orgId: 7 })

test('files of a question are loaded from its folder or its organisation’s, with its token', () => {
  expect(at('a b.png')).toBe('https://exam.example/api/resource/exam/one/a%20b.png?orgID=7&token=t')
  expect(at('~/ROOT/logo.png')).toBe('https://exam.example/api/resource/ROOT/logo.png?orgID=7&token=t')
})

test('nothing is loaded from elsewhere, whatever the address is', () => {
  for (const address of [
    'https://evil.example/a',
    '//evil.example/a',
    'javascript:alert(1)',
    '../../../office/api/x',
    '/office/',
    'data:text/html,x',
  ])
    expect(at(address), address).toBeUndefined()
  void fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (address) => {
      expect(at(address) ?? `${endpoint}resource/`).toMatch(/^https:\/\/exam\.example\/api\/resource\//)
    }),
  )
})

// OFFICE-306
test('a file is saved under the name of its response, with an ending that nothing runs', () => {
  expect(fileName('K7Q-204', 2, { mediaType: 'application/pdf' })).toBe('K7Q-204-2.pdf')
  expect(fileName('../x', 1, { mediaType: 'text/html' })).toBe('x-1.bin')
})
