import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { createTestPlace, startServerIn } from '../testing/start-test-server.ts'
import { risksOf } from './durability-risks.ts'

const good = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', synchronous_standby_names: '', replicas: 0 }

describe('settings that would lose answers', () => {
  test('are told, each with what to do', () => {
    expect(risksOf(good)).toEqual([])
    expect(risksOf({ ...good, synchronous_standby_names: '*', replicas: 2 })).toEqual([])
    expect(risksOf({ ...good, synchronous_standby_names: '*', replicas: 2, synchronous_commit: 'remote_apply' })).toEqual([])
    for (const [bad, word] of [
      [{ fsync: 'off' }, /^fsync is off/],
      [{ full_page_writes: 'off' }, /^full_page_writes is off/],
      [{ synchronous_commit: 'off' }, /^synchronous_commit is off/],
      [{ synchronous_standby_names: '*', synchronous_commit: 'local' }, /^synchronous_commit is local/],
      [{ synchronous_standby_names: '*', synchronous_commit: 'remote_write' }, /remote_write/],
      [{ replicas: 1 }, /^replication is asynchronous/],
    ] as const)
      expect(risksOf({ ...good, ...bad })).toEqual([expect.stringMatching(word)])
    expect(risksOf({ ...good, fsync: 'off', replicas: 1 })).toHaveLength(2)
  })

  for (const database of bothDatabases.filter((one) => one === 'postgres'))
    test('stand in the log as the server starts', async () => {
      const lines: string[] = []
      const place = await createTestPlace({ database })
      if (place.config.database.dialect !== 'postgres') throw new Error('The place is no PostgreSQL.')
      const url = new URL(place.config.database.url)
      url.searchParams.set('options', '-c synchronous_commit=off')
      const config = { ...place.config, logLevel: 'warn' as const, database: { ...place.config.database, url: url.href } }
      const server = await startServerIn(config, { logTo: { write: (line) => void lines.push(line) } })
      await sql`select 1`.execute(server.db.kysely)
      await server.stop()
      await place.remove()
      expect(lines.join('')).toContain('synchronous_commit is off: a crash loses the answers')
    })
})
