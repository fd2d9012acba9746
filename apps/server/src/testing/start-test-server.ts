import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Clock, systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { createServer, type Overrides } from '../create-server.ts'
import type { Database } from '../db/database.ts'

export interface TestServer {
  readonly origin: string
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
  /** Ends the server and throws its database away. */
  stop(): Promise<void>
}

export interface TestServerWishes extends Overrides {
  readonly database: 'sqlite' | 'postgres'
  readonly config?: Partial<Config>
}

/** A database of its own on the server that SITWELL_TEST_DATABASE_URL names. */
export const createTestDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const url = process.env.SITWELL_TEST_DATABASE_URL
  if (!url) throw new Error('SITWELL_TEST_DATABASE_URL names no PostgreSQL; script/test starts one.')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const administrate = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administrate(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => administrate(`drop database ${name} with (force)`) }
}

/** A whole server on a free port over an empty database of its own. */
export const startTestServer = async ({ database, config = {}, ...overrides }: TestServerWishes): Promise<TestServer> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sitwell-test-'))
  const postgres = database === 'postgres' ? await createTestDatabase() : undefined
  const environment = {
    SITWELL_DATA: dataFolder,
    SITWELL_SECRET: randomUUID() + randomUUID(),
    HOST: '127.0.0.1',
    PORT: '0',
    SITWELL_LOG_LEVEL: 'error',
    SITWELL_ATTEMPTS_PER_MINUTE: '100000',
    SITWELL_DATABASE_POOL: '5',
    DATABASE_URL: postgres?.url,
  }
  const whole = { ...readConfig(environment), ...config }
  const server = await createServer(whole, overrides)
  const origin = await server.start()
  return {
    origin,
    db: server.database,
    clock: overrides.clock ?? systemClock,
    config: whole,
    stop: async () => {
      await server.stop()
      await postgres?.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
