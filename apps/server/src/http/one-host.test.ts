import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRaw } from '../testing/raw-connection.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { namesOneHost } from './one-host.ts'

// databases: sqlite, because it tests heads of requests

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'sqlite', config: { logLevel: 'fatal' } })
})
afterAll(() => server.stop())

const asked = (url: string, ...hosts: string[]) => ({
  url,
  rawHeaders: ['Accept', '*/*', ...hosts.flatMap((host) => ['HoSt', host])],
  headers: { host: hosts[0] },
})
const answered = async (head: string) => {
  const one = await openRaw(server, `${head}\r\n\r\n`)
  await one.closed
  return one.answered()
}

test('a request names one host if it has one Host field, and a target that names no other', () => {
  expect(namesOneHost(asked('/a', 'x.example'))).toBe(true)
  expect(namesOneHost(asked('http://X.example/a?b', 'x.example'))).toBe(true)
  expect(namesOneHost(asked('/http://y.example/', 'x.example'))).toBe(true)
  expect(namesOneHost(asked('/a'))).toBe(true)
  expect(namesOneHost(asked('/a', 'x.example', 'x.example'))).toBe(false)
  expect(namesOneHost(asked('/a', 'x.example', 'y.example'))).toBe(false)
  expect(namesOneHost(asked('http://y.example/a', 'x.example'))).toBe(false)
  expect(namesOneHost(asked('http://x.example:81/a', 'x.example'))).toBe(false)
})

test('a request that names two hosts is refused, and so is a web socket', async () => {
  for (const head of [
    'GET /login HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close',
    'GET http://y/login HTTP/1.1\r\nhost: x\r\nconnection: close',
    'GET /live HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: upgrade\r\nupgrade: websocket',
  ])
    expect(await answered(head), head).toMatch(/^HTTP\/1\.1 400 /)
  expect(await answered('GET /login HTTP/1.1\r\nhost: x\r\nconnection: close')).toMatch(/^HTTP\/1\.1 200 /)
})

test('what is no request is refused with a type that no browser guesses at', async () => {
  const answer = await answered('GET  / HTTP/1.1\r\nhost : x')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/)
})
