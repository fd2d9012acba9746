import { connect, createServer, type Socket } from 'node:net'
import { setImmediate as soon } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { createTestDatabase } from '../testing/start-test-server.ts'
import { openDatabase } from './database.ts'
import { isAway, untilThere } from './until-there.ts'

// databases: postgres, because SQLite is a file, and never away

/** A port at which nothing listens until it is opened; then it leads to the database at `url`. */
const arrangeGate = async (url: string) => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const gate = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  const own = await freePort()
  const through = new URL(url)
  through.port = String(own)
  return {
    url: through.href,
    open: () =>
      new Promise<void>((resolve, reject) => {
        gate.once('error', reject)
        gate.listen(own, '127.0.0.1', resolve)
      }),
    /** What is connected hears nothing more and is told nothing; who connects from now on gets through. */
    fallSilent: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<unknown>((resolve) => gate.close(resolve))
    },
  }
}

describe('a server that starts', () => {
  test('waits for a database that comes up later', async () => {
    const place = await createTestDatabase()
    const gate = await arrangeGate(place.url)
    const database = openDatabase({ dialect: 'postgres', url: gate.url, poolSize: 1 })
    const away = Promise.withResolvers<unknown>()
    const there = untilThere(database, away.resolve)
    expect(await away.promise).toMatchObject({ code: '08006' })
    await gate.open()
    await there
    await database.close()
    await gate.close()
    await place.drop()
  })

  test('says what to look at where none comes, and waits for none that refuses it', async () => {
    const place = await createTestDatabase()
    const gate = await arrangeGate(place.url)
    const onAway = vi.fn()
    const nowhere = openDatabase({ dialect: 'postgres', url: gate.url, poolSize: 1 })
    await expect(untilThere(nowhere, onAway, 600)).rejects.toThrow(/could not be reached in 0.6 s.*DATABASE_URL/)
    expect(onAway).toHaveBeenCalledTimes(1)
    await nowhere.close()
    const wrong = new URL(place.url)
    wrong.pathname = '/no_such_database'
    const refusing = openDatabase({ dialect: 'postgres', url: wrong.href, poolSize: 1 })
    await expect(untilThere(refusing, onAway)).rejects.toThrow(/does not exist/)
    expect(onAway).toHaveBeenCalledTimes(1)
    await refusing.close()
    await place.drop()
  })
})

describe('a database that falls silent', () => {
  afterEach(() => void vi.useRealTimers())

  test('fails what was asked of it, and is asked over another connection', async () => {
    const place = await createTestDatabase()
    const gate = await arrangeGate(place.url)
    await gate.open()
    const longestStatementMs = 20_000
    const database = openDatabase({ dialect: 'postgres', url: gate.url, poolSize: 1 }, { longestStatementMs })
    const asked = {
      ofAny: () => sql`select 1 as one`.execute(database.kysely).then(({ rows }) => rows),
      ofPlanned: async () => database.runPlanned?.({ name: 'one', text: 'select 1 as one' }, []),
    }
    for (const ask of Object.values(asked)) {
      expect(await ask()).toEqual([{ one: 1 }])
      gate.fallSilent()
      // Its time passes at once, and that of a database that answers in its own time, however busy the machine is.
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      const asking = ask().catch(isAway)
      await soon()
      vi.advanceTimersByTime(longestStatementMs)
      expect(await asking).toBe(true)
      vi.useRealTimers()
      expect(await ask()).toEqual([{ one: 1 }])
    }
    await database.close()
    await gate.close()
    await place.drop()
  })
})

test.each(['08006', '57P03', '53300', '58030', '40P01', '25006', 'SQLITE_5'])(
  '%s is a database that is away for now',
  (code) => {
    expect(isAway(Object.assign(new Error('away'), { code }))).toBe(true)
  },
)

test.each(['23505', '42601', '57014', 'SQLITE_1', 'ENOENT'])('%s is a fault of the statement, or of something else', (code) => {
  expect(isAway(Object.assign(new Error('wrong'), { code }))).toBe(false)
})
