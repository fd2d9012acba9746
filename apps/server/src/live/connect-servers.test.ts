import { createServer as createHttpServer } from 'node:http'
import { setImmediate as soon } from 'node:timers/promises'
import { Server } from 'socket.io'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/start-test-server.ts'
import { connectServers } from './connect-servers.ts'

test('a server that stops while it still joins the others gives every connection back', async () => {
  const database = await createTestDatabase()
  let closed = 0
  // Each waits a little longer than the one before: some stop before a connection is made, some before it listens, some after.
  for (let turns = 0; turns < 20; turns += 1) {
    const http = createHttpServer()
    const io = new Server(http)
    const others = connectServers(database.url, () => {})
    io.adapter(others.adapter)
    io.emit('something to tell')
    for (let turn = 0; turn < turns; turn += 1) await soon()
    await io.of('/').adapter.close()
    await others.close()
    closed += 1
  }
  expect(closed).toBe(20)
  await database.drop()
})
