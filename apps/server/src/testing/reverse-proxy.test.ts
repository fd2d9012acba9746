import { request } from 'node:https'
import { type Call, calls, dashEventsPath, type InputOf } from '@sitwell/contract'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { pathOf } from '../http/register.ts'
import { freePort } from './free-port.ts'
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts'
import { createTestPlace, startServerIn } from './start-test-server.ts'
import { arrange, doCall, saveOf, signIn, sitExam } from './test-world.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

/** Over TLS, as a browser that trusts the proxy's certificate. */
const sendThrough = (proxy: ReverseProxy, path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
  new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
    const asked = request(proxy.origin + path, { method, headers, ca: proxy.certificate, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text, location: response.headers.location }))
    })
    asked.once('error', reject)
    asked.end(body)
  })

const callThrough = <C extends Call>(
  proxy: ReverseProxy,
  call: C,
  { body }: { body: InputOf<C> extends { body: infer B } ? B : never },
  token: string,
) =>
  sendThrough(proxy, pathOf(call), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The kinds of events that a browser is told over one transport, one after another. */
const listenThrough = (proxy: ReverseProxy, transports: string[], auth: object) => {
  const socket = io(proxy.origin, { path: `/${dashEventsPath}`, auth, transports, ca: proxy.certificate, forceNew: true })
  const state = new Promise((resolve, reject) => {
    socket.once('dashstate', resolve)
    socket.once('connect_error', reject)
  })
  const event = new Promise<object>((resolve) => socket.once('dashevent', resolve))
  return { socket, state, event }
}

test('an exam is sat through the nginx that operators are given: saves, live events, large uploads, and a node that goes away', async () => {
  const port = await freePort()
  const place = await createTestPlace({
    database: 'sqlite',
    config: {
      isProxy: (address) => address === '127.0.0.1',
      publicUrl: `https://localhost:${port}`,
      metricsToken: 'a-token-for-prometheus',
    },
  })
  const nodes = [await startServerIn(place.config), await startServerIn(place.config)] as const
  const [first, second] = nodes
  const proxy = await startReverseProxy(
    port,
    nodes.map(({ origin }) => origin),
  )
  const world = await arrange(first, { invigilated: true, file: { settings: { AllowRemotePause: '1' } } })
  const { token, formRunGuid } = await sitExam(first, world)
  const { access_token: invigilator } = await signIn(first, world, 'invigilator')
  const save = (sequence: number) =>
    callThrough(proxy, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence }) }, token)
  try {
    expect((await save(1)).status).toBe(200)
    // What machines ask is for the machines beside it.
    for (const path of ['/metrics', '/livez', '/readyz']) expect((await sendThrough(proxy, path)).status).toBe(404)

    const listeners = [['websocket'], ['polling']].map((transports) => listenThrough(proxy, transports, { token, formRunGuid }))
    await Promise.all(listeners.map(({ state }) => state))
    expect((await callThrough(proxy, calls.pauseFormRuns, { body: { formRunGuid, paused: true } }, invigilator)).status).toBe(
      200,
    )
    for (const event of await Promise.all(listeners.map(({ event }) => event)))
      expect(event).toMatchObject({ number: expect.any(Number) })
    for (const { socket } of listeners) socket.disconnect()
    await callThrough(proxy, calls.pauseFormRuns, { body: { formRunGuid, paused: false, within: 0 } as never }, invigilator)

    const file = Buffer.alloc(12 * 1024 * 1024, 'a page of evidence ')
    const boundary = 'x-boundary'
    const part = (head: string, content: Uint8Array | string) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ])
    const body = Buffer.concat([
      part('name="formRunGUID"', formRunGuid),
      part('name="fileName"', 'evidence.txt'),
      part('name="file"; filename="evidence.txt"', file),
      Buffer.from(`--${boundary}--\r\n`),
    ])
    const uploaded = await sendThrough(proxy, pathOf(calls.uploadFile), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    })
    expect([uploaded.status, uploaded.text.slice(0, 300)]).toEqual([200, expect.anything()])
    const chunks = await first.db.kysely.selectFrom('file_chunk').select('bytes').orderBy('number').execute()
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(file)).toBe(true)

    await first.stop()
    for (const sequence of [2, 3, 4]) expect((await save(sequence)).status).toBe(200)
    await doCall(second, calls.setting, { query: { orgID: world.orgId, settingName: 'x' } }, token)
  } finally {
    await proxy.stop()
    await second.stop()
    await first.stop().catch(() => {})
    await place.remove()
  }
})
