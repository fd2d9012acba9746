import { expect, test } from 'vitest'
import { resourceAddress } from './resource-address.ts'

const address = resourceAddress({
  apiUrl: 'https://exams.example/api/',
  resourceUrl: 'resource/exam/e-1/3/',
  orgId: 7,
  token: 't',
})

// INIT-248
test('a relative address stands on the resources of the exam, with the organisation and the token', () => {
  expect(address('img/a b.png')).toBe('https://exams.example/api/resource/exam/e-1/3/img/a%20b.png?orgID=7&token=t')
})

// INIT-249
test('an address that names the organisation already keeps it, once', () => {
  expect(address('a.png?orgID=9')).toBe('https://exams.example/api/resource/exam/e-1/3/a.png?orgID=9&token=t')
})

// API-213
test('an address below ~/ROOT stands on the organisation’s own files', () => {
  expect(address('~/ROOT/audio/hello.mp3')).toBe('https://exams.example/api/resource/ROOT/audio/hello.mp3?orgID=7&token=t')
})

test('nothing is loaded from elsewhere, however the address says it', () => {
  for (const elsewhere of [
    'https://evil.example/a.png',
    '//evil.example/a.png',
    'https://exams.example.evil.example/api/resource/a.png',
    '../../../../security/token',
    '/other/a.png',
    'javascript:alert(1)',
    'blob:https://exams.example/x',
    'file:///etc/passwd',
    '\\\\evil.example\\a.png',
  ]) {
    expect(address(elsewhere), elsewhere).toBeUndefined()
  }
})
