import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRaw } from '../../testing/raw-connection.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// databases: sqlite, because it tests how a connection ends

/** Behind each request that can be read in two ways lies a second one, which whoever reads it otherwise would answer. */
const smuggled = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'
const head = (...lines: string[]) => ['POST /security/token HTTP/1.1', 'host: localhost', ...lines, '', ''].join('\r\n')

describe('where a request ends, is read in one way', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: 'sqlite' })
  })
  afterAll(() => server.stop())

  const type = 'content-type: application/x-www-form-urlencoded'
  test.each([
    ['both a length and chunks', head(type, 'content-length: 4', 'transfer-encoding: chunked'), '0\r\n\r\n'],
    ['chunks and a length', head(type, 'transfer-encoding: chunked', 'content-length: 4'), '0\r\n\r\n'],
    ['two lengths', head(type, 'content-length: 0', 'content-length: 4'), ''],
    ['two lengths in one', head(type, 'content-length: 0, 4'), ''],
    ['a length with a sign', head(type, 'content-length: +0'), ''],
    ['a length that is none', head(type, 'content-length: 0x0'), ''],
    ['a space before the colon', head(type, 'transfer-encoding : chunked'), '0\r\n\r\n'],
    ['an encoding that isn’t chunks at the end', head(type, 'transfer-encoding: chunked, identity'), '0\r\n\r\n'],
    ['an encoding that is none', head(type, 'transfer-encoding: xchunked'), '0\r\n\r\n'],
    ['a head that goes on in the next line', head(type, 'x-one: a\r\n transfer-encoding: chunked', 'content-length : 0'), ''],
    ['chunks whose size is none', head(type, 'transfer-encoding: chunked'), '0x0\r\n\r\n'],
    ['chunks whose size is followed by a bare end', head(type, 'transfer-encoding: chunked'), '1\n\na\n0\n\n'],
    ['a NUL in a head', head(type, 'x-one: a\0b', 'content-length: 0'), ''],
  ])('or not at all: %s', async (_what, begun, body) => {
    const raw = await openRaw(server, begun + body + smuggled)
    await raw.closed
    const answer = await raw.answered()
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('openapi')
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })

  test('so two that are sound are both answered', async () => {
    const raw = await openRaw(server, `${head(type, 'content-length: 0')}${smuggled}`)
    let answer = ''
    while (!answer.includes('"openapi"')) {
      answer = await raw.answered()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(2)
    raw.socket.destroy()
  })
})
