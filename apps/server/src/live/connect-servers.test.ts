import { createServer as createHttpServer } from 'node:http'
import { setImmediate as soon } from 'node:timers/promises'
import { sql } from 'kysely'
import { Server } from 'socket.io'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { createTestDatabase } from '../testing/start-test-server.ts'
import { connectServers } from './connect-servers.ts'

// databases: postgres, because servers over SQLite have nobody to connect to

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

/** A server without a port that tells the others, and what it hears of them. */
const joined = (url: string) => {
  const io = new Server(createHttpServer())
  // What is told over a connection that takes too long is lost, and here it is told once.
  const others = connectServers(url, () => {}, 120_000)
  io.adapter(others.adapter)
  let heard = 0
  io.on('told', () => {
    heard += 1
  })
  return {
    tell: () => io.serverSideEmit('told'),
    heard: () => heard,
    leave: async () => {
      await io.of('/').adapter.close()
      await others.close()
    },
  }
}

test('servers whose connections the database ends hear of each other again, each thing once, as often as that happens', async () => {
  const place = await createTestDatabase()
  const [one, other] = [joined(place.url), joined(place.url)]
  const database = openDatabase({ dialect: 'postgres', url: place.url, poolSize: 1 })
  // Each is waited for: one that is still ending looks like one that listens.
  const endAllOthers = sql`select pg_terminate_backend(pid, 30000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const listening = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and query like 'LISTEN%' and state = 'idle'`
  const untilBothListen = async () => {
    while ((await listening.execute(database.kysely)).rows[0]?.count !== 2) await soon()
  }
  for (let times = 1; times <= 4; times += 1) {
    await untilBothListen()
    one.tell()
    while (other.heard() < times) await soon()
    await endAllOthers.execute(database.kysely)
  }
  expect(other.heard()).toBe(4)
  await one.leave()
  await other.leave()
  await database.close()
  await place.drop()
})
