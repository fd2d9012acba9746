import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTextMessages } from './text-messages.ts'

const received: { authorisation: string | undefined; body: unknown }[] = []
let status = 202
const provider = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  received.push({ authorisation: request.headers.authorization, body: JSON.parse(Buffer.concat(parts).toString()) })
  response.writeHead(status, { location: '/elsewhere' }).end('taken')
})
let url = ''

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/messages`
})
afterAll(() => provider.close())

const messages = () =>
  createTextMessages(
    { textMessageUrl: url, textMessageKey: 'k3y', textMessageFrom: 'Exams', dataFolder: '/nowhere' },
    { nowMs: () => 0 },
  )

test('a text message is posted to the provider with its key', async () => {
  await messages().send({ to: '+44 1632 960961', text: 'رمزك 123456' })
  expect(received).toEqual([
    { authorisation: 'Bearer k3y', body: { to: '+44 1632 960961', from: 'Exams', text: 'رمزك 123456' } },
  ])
})

test('a provider that refuses, or sends elsewhere, has taken nothing', async () => {
  for (const refusal of [500, 401, 302]) {
    status = refusal
    await expect(messages().send({ to: '1', text: 'x' })).rejects.toThrow()
  }
})
