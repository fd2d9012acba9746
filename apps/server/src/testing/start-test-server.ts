import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { createServer } from '../create-server.ts'
import type { Database } from '../db/database.ts'
import type { Overrides } from '../overrides.ts'
import { quickPasswords } from './quick-passwords.ts'

export interface TestServer {
  readonly origin: string
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
  /** Ends the server, and throws its database away where it has one of its own. */
  stop(): Promise<void>
}

/**
 * What takes longest at a start and at each sign-in, in a cheap form. `playerFolder` and `previewFolder` have one page in the place of the built player, of which
 * each start of a server lists 500 files and makes a route for each.
 */
export const cheapParts: Overrides = {
  playerFolder: fileURLToPath(new URL('built-player', import.meta.url)),
  previewFolder: fileURLToPath(new URL('built-player', import.meta.url)),
  passwords: quickPasswords,
}

interface TestPlaceWishes {
  readonly database: 'sqlite' | 'postgres'
  readonly config?: Partial<Config>
  /** Connections to PostgreSQL, at most. */
  readonly poolSize?: number
}

export interface TestServerWishes extends Overrides, TestPlaceWishes {}

/** Names the database that a run of tests has made ready for its servers: one with the schema and nothing else. */
export const templateVariable = 'SITWELL_TEST_TEMPLATE'

/** Where test servers keep their data: in memory if script/test has found room there, because each commit of SQLite waits for a disk. */
export const folderOfTests = (): string => process.env.SITWELL_TEST_FOLDER ?? tmpdir()

const administrate = async (statement: string) => {
  const client = new pg.Client({ connectionString: process.env.SITWELL_TEST_DATABASE_URL })
  await client.connect()
  return client.query<Record<string, string>>(statement).finally(() => client.end())
}

/** A database that is still connected to is let go of first: PostgreSQL itself waits but five seconds for those that it sends away. */
const drop = async (name: string) => {
  await administrate(`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`)
  await administrate(`drop database ${name} with (force)`)
}

/** Drops this database, and those that were made while it was the run's template. */
export const dropDatabasesOf = async (template: string): Promise<void> => {
  const { rows } = await administrate(`select datname from pg_database where starts_with(datname, '${template}')`)
  for (const { datname } of rows) if (datname) await drop(datname)
}

/**
 * A database of its own on the server that SITWELL_TEST_DATABASE_URL names; empty unless the schema is wanted, and there is one to copy.
 * It is dropped at the end of the run, where that has a template: each drop writes to the disk whatever any database has changed.
 */
export const createTestDatabase = async ({ withSchema = false } = {}): Promise<{ url: string; drop(): Promise<void> }> => {
  const url = process.env.SITWELL_TEST_DATABASE_URL
  if (!url) throw new Error('SITWELL_TEST_DATABASE_URL names no PostgreSQL; script/test starts one.')
  const template = process.env[templateVariable]
  const name = `${template ?? 'test'}_${randomBytes(8).toString('hex')}`
  // Nobody is ever connected to template0, which PostgreSQL would refuse to copy then.
  await administrate(`create database ${name} template ${(withSchema && template) || 'template0'}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: async () => (template ? undefined : drop(name)) }
}

/** Where a server may run, one after the other or several at once: with an empty database of its own. */
export const createTestPlace = async ({ database, config = {}, poolSize = 5 }: TestPlaceWishes) => {
  const dataFolder = await mkdtemp(join(folderOfTests(), 'sitwell-test-'))
  const postgres = database === 'postgres' ? await createTestDatabase({ withSchema: true }) : undefined
  const environment = {
    SITWELL_DATA: dataFolder,
    SITWELL_SECRET: randomUUID() + randomUUID(),
    HOST: '127.0.0.1',
    PORT: '0',
    SITWELL_LOG_LEVEL: 'error',
    SITWELL_ATTEMPTS_PER_MINUTE: '100000',
    SITWELL_LOW_ROOM_MB: '0',
    SITWELL_DATABASE_POOL: String(poolSize),
    DATABASE_URL: postgres?.url,
  }
  const whole: Config = { ...readConfig(environment), ...config }
  return {
    config: whole,
    /** Throws the database away. */
    remove: async () => {
      await postgres?.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** A whole server in such a place. */
export const startServerIn = async (config: Config, overrides: Overrides = {}): Promise<TestServer> => {
  // What a server does by itself with time would meet the times of a clock that a test holds: a test asks for it.
  const server = await createServer(config, { beatMs: 24 * 60 * 60_000, ...cheapParts, ...overrides })
  const origin = await server.start()
  return {
    origin,
    db: server.database,
    clock: server.clock,
    config,
    stop: () => server.stop(),
  }
}

/** A whole server on a free port over an empty database of its own. */
export const startTestServer = async ({
  database,
  config = {},
  poolSize = 5,
  ...overrides
}: TestServerWishes): Promise<TestServer> => {
  const place = await createTestPlace({ database, config, poolSize })
  const server = await startServerIn(place.config, overrides)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await place.remove()
    },
  }
}
