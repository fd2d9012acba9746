import { describe, expect, test } from 'vitest'
import { statementsTo } from './forward-config.ts'

const read = (more: Partial<Parameters<typeof statementsTo>[0]>) =>
  statementsTo({ url: undefined, user: undefined, password: undefined, token: undefined, ...more })

describe('the store that statements are handed on to', () => {
  test('is none unless one is named', () => {
    expect(read({})).toBeUndefined()
    expect(() => read({ token: 'x' })).toThrow(/SITWELL_LRS_URL/)
  })

  test.each([
    'https://lrs.example/xapi',
    'https://lrs.example/xapi/',
    'https://lrs.example/xapi/statements',
    'https://lrs.example/xapi/statements/',
  ])('%s is one address', (url) => expect(read({ url })?.url).toBe('https://lrs.example/xapi/statements'))

  test('knows this server by a user and password, or by a token', () => {
    const url = 'https://lrs.example/xapi'
    expect(read({ url, user: 'u', password: 'p' })?.authorization).toBe('Basic dTpw')
    expect(read({ url, token: 't' })?.authorization).toBe('Bearer t')
    expect(read({ url })?.authorization).toBeUndefined()
    expect(() => read({ url, user: 'u' })).toThrow(/SITWELL_LRS_USER/)
    expect(() => read({ url, user: 'u', password: 'p', token: 't' })).toThrow(/SITWELL_LRS_TOKEN/)
  })

  test.each([
    'http://lrs.example/xapi',
    'ftp://lrs.example/xapi',
    'file:///etc/passwd',
    'lrs.example',
    'https://u:p@lrs.example/xapi',
    'https://lrs.example/xapi?x=1',
    'http://127.0.0.1.evil.example/xapi',
  ])('%s is refused', (url) => expect(() => read({ url })).toThrow(/SITWELL_LRS_URL/))

  test.each(['http://localhost:9000/xapi', 'http://127.0.0.1:9000/xapi', 'http://[::1]:9000/xapi'])(
    '%s is this machine',
    (url) => expect(read({ url })?.url).toBe(`${url}/statements`),
  )
})
