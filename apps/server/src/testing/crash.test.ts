import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { type DatabaseConfig, type DialectName, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { bothDatabases } from './databases.ts'
import { end, startProcess } from './start-process.ts'
import { createTestDatabase } from './start-test-server.ts'
import { arrange, saveOf, send, sitExam, tryCall } from './test-world.ts'

const withWorld = async (
  kind: DialectName,
  use: (place: { dataFolder: string; url: string | undefined; config: DatabaseConfig }) => Promise<void>,
) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sitwell-crash-'))
  const postgres = kind === 'postgres' ? await createTestDatabase() : undefined
  const config: DatabaseConfig = postgres
    ? { dialect: 'postgres', url: postgres.url }
    : { dialect: 'sqlite', path: join(dataFolder, 'sitwell.sqlite') }
  try {
    await use({ dataFolder, url: postgres?.url, config })
  } finally {
    await postgres?.drop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

const arrangeIn = async (config: DatabaseConfig) => {
  const database = openDatabase(config)
  await migrate(database.kysely, database.dialect)
  const world = await arrange({ db: database, clock: systemClock })
  await database.close()
  return world
}

describe.each(bothDatabases)('a server process on %s', (kind) => {
  test('that is killed in the middle of saving has every answer that it acknowledged', () =>
    withWorld(kind, async ({ dataFolder, url, config }) => {
      const world = await arrangeIn(config)
      const { child, origin } = await startProcess(dataFolder, url)
      const { token, formRunGuid } = await sitExam({ origin }, world)
      const acknowledged: number[] = []
      let killed: Promise<unknown> | undefined
      const saveOnAndOn = async (first: number) => {
        for (let sequence = first; ; sequence += 4) {
          const body = saveOf(world, formRunGuid, { sequence })
          const answer = await tryCall({ origin }, calls.saveAnswer, { body }, token).catch(() => undefined)
          if (answer?.status !== 200) return
          acknowledged.push(sequence)
          if (acknowledged.length >= 25) killed ??= end(child, 'SIGKILL')
        }
      }
      await Promise.all([1, 2, 3, 4].map(saveOnAndOn))
      await killed
      const database = openDatabase(config)
      const events = await database.kysely.selectFrom('answer_event').select('sequence').execute()
      const [held] = await database.kysely.selectFrom('answer').select('sequence').execute()
      await database.close()
      expect(acknowledged.length).toBeGreaterThanOrEqual(25)
      expect(events.map((row) => row.sequence)).toEqual(expect.arrayContaining(acknowledged))
      expect(held?.sequence).toBeGreaterThanOrEqual(Math.max(...acknowledged))
    }))

  test('ends cleanly when it is told to, and starts again over the same data with the same tokens', () =>
    withWorld(kind, async ({ dataFolder, url, config }) => {
      const world = await arrangeIn(config)
      const first = await startProcess(dataFolder, url)
      const { token } = await sitExam(first, world)
      expect(await end(first.child, 'SIGTERM')).toBe(0)
      const second = await startProcess(dataFolder, url)
      expect((await tryCall(second, calls.start, { query: world.entry }, token)).status).toBe(200)
      expect((await send(second, '/ping')).status).toBe(200)
      expect(await end(second.child, 'SIGTERM')).toBe(0)
    }))
})
