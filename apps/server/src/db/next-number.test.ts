import { describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { openDatabase } from './database.ts'
import { nextNumber } from './next-number.ts'

describe.each(bothDatabases)('numbers of an organisation on %s', (database) => {
  test('are given once when two servers ask at the same moment', async () => {
    const server = await startTestServer({ database })
    const other = openDatabase(server.config.database)
    const ask = (index: number) => nextNumber((index % 2 === 0 ? server.db : other).kysely, 1, 'example')
    const numbers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index)))
    expect(numbers.sort((one, two) => one - two)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    await other.close()
    await server.stop()
  })
})
