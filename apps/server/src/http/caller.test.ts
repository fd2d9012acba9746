import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, signIn, type World } from '../testing/test-world.ts'
import { createSessions } from './caller.ts'

// databases: sqlite, because it tests what is remembered of sessions in memory

let nowMs = Date.parse('2026-11-21T11:30:00Z')
let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer({ database: 'sqlite', clock: { nowMs: () => nowMs } })
  world = await arrange(server)
})
afterAll(() => server.stop())

test('a look for a session that began before another sign-in ended it isn’t taken at its word afterwards', async () => {
  const looked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let isHeld = false
  const kysely = server.db.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isHeld) {
        isHeld = false
        looked.resolve()
        await goOn.promise
      }
      return result
    },
  })
  const sessions = createSessions({ ...server.db, kysely }, server.config, server.clock)
  const authorization = `Bearer ${(await signIn(server, world)).access_token}`
  const first = await sessions.read(authorization)
  if (!first.ok) throw new Error(first.message)
  // What was found a moment ago counts no more.
  nowMs += 2000
  isHeld = true
  const asked = sessions.read(authorization)
  await looked.promise
  await signIn(server, world)
  sessions.forget(first.caller.sessionId)
  goOn.resolve()
  expect((await asked).ok).toBe(true)
  expect(await sessions.read(authorization)).toMatchObject({ ok: false, code: 'DOUBLE_LOGIN' })
})
