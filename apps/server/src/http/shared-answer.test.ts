import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { sharedAnswer } from './shared-answer.ts'

test('an answer that is the same for everyone is written once, and sent as each takes it', async () => {
  const text = JSON.stringify({ words: 'so long '.repeat(1000) })
  const write = vi.fn(() => text)
  const answer = sharedAnswer('application/json; charset=utf-8', write)
  const server = fastify()
  server.get('/x', (_request, reply) => answer.send(reply))
  const ask = async (accepted?: string) => {
    const reply = await server.inject({ url: '/x', headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers.vary).toBe('accept-encoding')
    return { encoding: reply.headers['content-encoding'], bytes: reply.rawPayload }
  }
  const plain = await ask()
  expect(plain.bytes.toString()).toBe(text)
  for (const accepted of ['gzip, deflate, br', 'br', ' BR ,gzip']) {
    const { encoding, bytes } = await ask(accepted)
    expect(encoding).toBe('br')
    expect(brotliDecompressSync(bytes).toString()).toBe(text)
  }
  const gzipped = await ask('gzip')
  expect(gzipped.encoding).toBe('gzip')
  expect(gunzipSync(gzipped.bytes).toString()).toBe(text)
  expect((await ask('zstd')).bytes.toString()).toBe(text)
  expect(write).toHaveBeenCalledTimes(1)
})
