import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DatabaseConfig, openDatabase } from '../db/database.ts'
import { newestMigration } from '../db/known-migrations.ts'
import { migrate } from '../db/migrate.ts'
import { runCommand } from '../run-command.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { createTestDatabase } from '../testing/start-test-server.ts'
import { commands } from './commands.ts'

/** A line of each command that works on the tables. What it names needn't exist: the tables are looked at first. */
const lineOf: Readonly<Record<string, readonly string[]>> = {
  import: ['exam.zip'],
  export: ['exam', '--to', 'exam.zip'],
  schedule: ['list'],
  invigilate: ['list'],
  results: ['list', '--exam', 'exam'],
  roles: ['list', '--org', '1'],
  installation: ['list'],
  'hand-in': ['answers.json'],
  'move-organisation': ['1', '--to', tmpdir()],
  'remove-organisation': ['1'],
  verify: ['run'],
  course: ['attempt'],
  clock: ['confirm'],
  restored: [],
  reseal: [],
  replay: ['run'],
  history: ['run'],
  files: ['run'],
  recording: ['run'],
  'play-recording': ['recording.json'],
  'security-log': [],
  person: ['erase', 'learner'],
  'login-token': ['learner'],
  invite: ['learner'],
  'mfa-reset': ['learner'],
  'end-sessions': ['learner'],
}

describe.each(bothDatabases)('commands on %s', (kind) => {
  let folder: string
  let config: DatabaseConfig
  let environment: Record<string, string>
  let drop = async () => {}

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitwell-tables-'))
    const postgres = kind === 'postgres' ? await createTestDatabase() : undefined
    config = postgres ? { dialect: 'postgres', url: postgres.url } : { dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') }
    if (postgres) drop = postgres.drop
    environment = { SITWELL_DATA: folder, ...(postgres && { DATABASE_URL: postgres.url }) }
    await within(({ kysely, dialect }) => migrate(kysely, dialect))
  })
  afterAll(async () => {
    await drop()
    await rm(folder, { recursive: true })
  })

  const within = async <T>(act: (database: ReturnType<typeof openDatabase>) => Promise<T>) => {
    const database = openDatabase(config)
    return act(database).finally(database.close)
  }
  const sitwell = async (command: string, words: readonly string[] = lineOf[command] ?? []) => {
    const output: string[] = []
    const written = (['log', 'error', 'warn'] as const).map((stream) =>
      vi.spyOn(console, stream).mockImplementation((line) => void output.push(String(line))),
    )
    const code = await runCommand([command, ...words], environment)
    for (const one of written) one.mockRestore()
    return { code, output: output.join('\n') }
  }
  /** All of SQLite's file; the tables and the rows that commands write first, on PostgreSQL. */
  const content = async () => {
    if (config.dialect === 'sqlite')
      return createHash('sha256')
        .update(await readFile(config.path))
        .digest('hex')
    return within(async ({ kysely, dialect }) => {
      const tables = ['migration_applied', 'security_event', 'server_generation', 'server_clock_word'] as const
      const rows = await Promise.all(tables.map((table) => kysely.selectFrom(table).selectAll().execute()))
      return JSON.stringify([await describeSchema(kysely, dialect), rows])
    })
  }
  const refuses = async (command: string, why: RegExp) => {
    const before = await content()
    expect(await sitwell(command)).toEqual({ code: 1, output: expect.stringMatching(why) })
    expect(await content()).toBe(before)
  }

  describe('whose tables are older', () => {
    beforeAll(() =>
      within(({ kysely }) => kysely.deleteFrom('migration_applied').where('name', '=', newestMigration).execute()),
    )
    afterAll(() =>
      within(({ kysely }) => kysely.insertInto('migration_applied').values({ name: newestMigration, timestamp: '' }).execute()),
    )

    test.each([...commands.keys()])('%s says in one line to run sitwell migrate, and writes nothing', (command) =>
      refuses(command, new RegExp(`^The database lacks migration ${newestMigration} .*Run first: sitwell migrate$`)),
    )
  })

  describe('whose tables are newer', () => {
    beforeAll(() =>
      within(({ kysely }) =>
        kysely.insertInto('migration_applied').values({ name: '2999-01-01-far', timestamp: '' }).execute(),
      ),
    )
    afterAll(() =>
      within(({ kysely }) => kysely.deleteFrom('migration_applied').where('name', '=', '2999-01-01-far').execute()),
    )

    test.each([...commands.keys()])('%s says in one line to run the newer version, and writes nothing', (command) =>
      refuses(command, /^The database has migration 2999-01-01-far; .*Run the newer version of sitwell\.$/),
    )
  })

  test('work on tables of this version', async () => {
    expect(await sitwell('clock', [])).toMatchObject({ code: 0 })
    expect(await sitwell('history')).toEqual({ code: 1, output: expect.not.stringContaining('migrat') })
  })
})

describe('the embedded database that was never made', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitwell-tables-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each([...commands.keys()])('is not made by %s, which says to run sitwell migrate', async (command) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const code = await runCommand([command, ...(lineOf[command] ?? [])], { SITWELL_DATA: folder })
    const [[line] = []] = error.mock.calls
    error.mockRestore()
    const path = join(folder, 'sitwell.sqlite')
    expect([code, line]).toEqual([1, `There is no database at ${path}. Run first: sitwell migrate`])
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })
})
