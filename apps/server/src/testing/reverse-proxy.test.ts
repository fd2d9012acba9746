import { calls, dashEventsPath } from '@sitwell/contract'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { pathOf } from '../http/register.ts'
import { freePort } from './free-port.ts'
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts'
import { callThrough, sendThrough } from './send-through.ts'
import { createTestPlace, startServerIn } from './start-test-server.ts'
import { arrange, doCall, saveOf, signIn, sitExam } from './test-world.ts'

// databases: sqlite, because it tests nginx before the server

/** The kinds of events that a browser is told over one transport, one after another. */
const listenThrough = (proxy: ReverseProxy, transports: string[], auth: object, origin = proxy.origin) => {
  const socket = io(proxy.origin, {
    path: `/${dashEventsPath}`,
    auth,
    transports,
    ca: proxy.certificate,
    forceNew: true,
    extraHeaders: { origin },
  })
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
    const foreign = listenThrough(proxy, ['websocket'], { token, formRunGuid }, 'https://evil.example')
    await expect(foreign.state).rejects.toThrow()
    foreign.socket.disconnect()
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
