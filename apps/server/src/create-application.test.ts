import { once } from 'node:events'
import type { Server } from 'node:http'
import { calls, resumableFilePath } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { createApplication } from './create-application.ts'
import { createListening } from './hosting/listening.ts'
import { createTestPlace } from './testing/start-test-server.ts'
import { refusalIn, send, tryCall } from './testing/test-world.ts'
import { openMetricsRegister } from './watching/open-metrics-register.ts'

// databases: sqlite, because it tests what is served before a database is open

test('before its database is known to be of this version, no call is answered, and nothing of it is given out', async () => {
  const place = await createTestPlace({ database: 'sqlite' })
  const handing = { player: () => application.player, live: () => undefined, courses: () => application.courses }
  const { shared, close } = createListening(place.config, handing, {})
  const register = openMetricsRegister()
  const application = await createApplication(place.config, { ...shared, register, figures: () => register.metrics() })
  const listen = async (server: Server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
  }
  const [player, courses] = [await listen(application.player), await listen(application.courses)]
  const statuses = async () => ({
    ping: (await tryCall(player, calls.ping, {})).status,
    init: (await tryCall(player, calls.init, { body: { url: 'http://x.example/login?o1' } })).status,
    piece: (await send(player, `/${resumableFilePath('x')}`, { method: 'PATCH' })).status,
    readyz: (await send(player, '/readyz')).status,
    course: (await send(courses, '/course/x/y')).status,
    livez: (await send(player, '/livez')).status,
    settings: (await send(player, '/config.json')).status,
  })
  try {
    const without = { livez: 200, settings: 200 }
    expect(await statuses()).toEqual({ ping: 503, init: 503, piece: 503, readyz: 503, course: 503, ...without })
    expect(refusalIn(await tryCall(player, calls.ping, {})).code).toBe('CANNOT_SAVE')
    expect((await tryCall(player, calls.ping, {})).headers.get('retry-after')).toBe('2')
    await application.open()
    expect(await statuses()).toEqual({ ping: 200, init: 200, piece: 401, readyz: 200, course: 404, ...without })
  } finally {
    for (const server of [application.player, application.courses]) server.close().closeAllConnections()
    await application.disconnect()
    await application.close()
    shared.guard.stop()
    await close()
    await place.remove()
  }
})
