import { describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { readDatabaseMark } from './database-mark.ts'

const markOf = ({ db, config }: TestServer) => readDatabaseMark(db, config.database)

describe.each(bothDatabases)('the mark of a database on %s', (database) => {
  test('is the same each time, and differs between two databases', async () => {
    const [one, other] = await Promise.all([startTestServer({ database }), startTestServer({ database })])
    const mark = await markOf(one)
    expect(await markOf(one)).toBe(mark)
    expect(await markOf(other)).not.toBe(mark)
    await one.stop()
    await other.stop()
  })
})
