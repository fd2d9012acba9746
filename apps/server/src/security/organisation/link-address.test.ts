import { describe, expect, test } from 'vitest'
import { linkAddress } from './link-address.ts'

const linkOf = (hosts: readonly string[], publicUrl?: string) =>
  linkAddress({ publicUrl, port: 8080 }, { details: JSON.stringify({ hosts }), url_token: 'st-marys' }, 'user', 'a.b')

describe('the address of a link', () => {
  test.each([
    ['the server’s port on this machine, where nothing is configured', [], undefined, 'http://localhost:8080'],
    [
      'the same on the host of this machine that the organisation was created at',
      ['127.0.0.1'],
      undefined,
      'http://127.0.0.1:8080',
    ],
    ['https on another host, where nothing is configured', ['exams.example'], undefined, 'https://exams.example'],
    ['the configured address', [], 'https://exams.example:8443', 'https://exams.example:8443'],
    [
      'scheme and port of the configured address on the organisation’s host',
      ['a.example'],
      'https://exams.example:8443',
      'https://a.example:8443',
    ],
    ['no port if the configured address has none', ['a.example'], 'http://exams.example', 'http://a.example'],
  ])('has %s', (_, hosts, publicUrl, origin) => {
    expect(linkOf(hosts, publicUrl)).toBe(`${origin}/user/a.b?st-marys`)
  })
})
