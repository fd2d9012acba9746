import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from './db/database.ts'
import { runCommand } from './run-command.ts'
import { examOf } from './testing/test-world.ts'

// databases: sqlite, because it tests the command line of the program

const command = fileURLToPath(new URL('./sitwell.ts', import.meta.url))
const demonstration = fileURLToPath(new URL('../../../demo/demo', import.meta.url))

describe('the sitwell command', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitwell-command-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const read = (given: readonly (string | Record<string, string>)[]) => {
    const { DATABASE_URL: _, PORT: __, ...others } = process.env
    // What these tests are told themselves is no variable of Sitwell, and looking at the configuration would say so.
    const environment = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('SITWELL_')))
    return {
      words: given.filter((one) => typeof one === 'string'),
      env: Object.assign(
        { ...environment, SITWELL_DATA: join(folder, 'data') },
        ...given.filter((one) => typeof one === 'object'),
      ),
    }
  }
  /** The program itself, in its own process. */
  const program = (...given: (string | Record<string, string>)[]) => {
    const { words, env } = read(given)
    return new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, [command, ...words], { env }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err }),
      )
    })
  }
  /** What the program runs, in this process: to start one takes longer than most commands. */
  const sitwell = async (...given: (string | Record<string, string>)[]) => {
    const { words, env } = read(given)
    const written = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    for (const one of written) one.mockReset().mockImplementation(() => {})
    try {
      const code = await runCommand(words, env)
      const output = written.flatMap(({ mock }) => mock.calls.map((each) => `${format(...each)}\n`)).join('')
      return { code, output }
    } finally {
      for (const one of written) one.mockRestore()
    }
  }
  const rowsOf = async (table: 'exam' | 'schedule' | 'organisation', data = join(folder, 'data')) => {
    const database = openDatabase({ dialect: 'sqlite', path: join(data, 'sitwell.sqlite') })
    const rows = await database.kysely.selectFrom(table).selectAll().execute()
    await database.close()
    return rows
  }
  const writePackage = async (name: string, content: object) => {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'exam.json'), JSON.stringify(content))
    return join(folder, name)
  }

  test('migrates, and says so once', async () => {
    expect(await program('migrate')).toMatchObject({ code: 0, output: expect.stringMatching(/Applied migrations: 2026-11-29/) })
    expect(await program('migrate')).toMatchObject({ code: 0, output: expect.stringMatching(/up to date/) })
  })

  test('does not serve from a file that is no database, and says so', async () => {
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data', 'sitwell.sqlite'), 'no database, but enough text for a damaged one '.repeat(20))
    expect(await program('serve')).toMatchObject({ code: 1, output: expect.stringMatching(/file is not a database/) })
  })

  test('neither serves nor migrates over the tables of a newer version, and says so in one line', async () => {
    await sitwell('migrate')
    const database = openDatabase({ dialect: 'sqlite', path: join(folder, 'data', 'sitwell.sqlite') })
    await database.kysely.insertInto('migration_applied').values({ name: '2999-01-01-far', timestamp: '' }).execute()
    await database.close()
    // A server may have logged before that it has no built pages.
    const refused = /(^|\n)The database has migration 2999-01-01-far; .* Run the newer version of sitwell\.\n$/
    for (const answer of [await sitwell('migrate'), await program('serve', { PORT: '0', SCORM_PORT: '0' })])
      expect(answer).toEqual({ code: 1, output: expect.stringMatching(refused) })
  })

  test('imports the demonstration, twice with the same outcome', async () => {
    await sitwell('migrate')
    expect(await sitwell('import', demonstration)).toMatchObject({ code: 0, output: expect.stringMatching(/was imported/) })
    const before = await rowsOf('schedule')
    expect(await sitwell('import', demonstration)).toMatchObject({ code: 0 })
    expect(await rowsOf('schedule')).toEqual(before)
    expect(await rowsOf('organisation')).toMatchObject([{ org_id: 1, name: 'Demo', url_token: 'demo' }])
  })

  test('acts on the database of a file that is named, and on no other', async () => {
    const file = join(folder, 'databases.json')
    const north = join(folder, 'north')
    await writeFile(file, JSON.stringify({ databases: [{ names: ['north.example'], dataFolder: north }] }), { mode: 0o600 })
    const withFile = (...words: string[]) => sitwell(...words, { SITWELL_DATABASES: file })
    expect(await withFile('import', demonstration, '--database', 'North.example')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/sitwell migrate --database North\.example$/m),
    })
    expect(await withFile('migrate', '--database', 'North.example')).toMatchObject({ code: 0 })
    expect(await withFile('import', demonstration, '--database', 'North.example')).toMatchObject({ code: 0 })
    expect(await rowsOf('organisation', north)).toMatchObject([{ name: 'Demo' }])
    expect(await withFile('migrate')).toMatchObject({ code: 0 })
    expect(await rowsOf('organisation')).toEqual([])
    expect(await withFile('backup', '--database', 'north.example')).toMatchObject({
      code: 0,
      output: expect.stringContaining(join(north, 'backups')),
    })
    expect(await withFile('migrate', '--database', 'south.example')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/no database of the name south\.example: north\.example/),
    })
    expect(await withFile('serve', '--database', 'north.example')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/serve takes no --database/),
    })
    const checked = await withFile('check-config')
    expect(checked).toMatchObject({ code: 0, output: expect.stringMatching(/^ok .*north\.example: The embedded database is/m) })
    expect(checked.output).toMatch(/^ok .*variables: The embedded database is/m)
    const lines = [
      { names: ['north.example'], dataFolder: north },
      { names: ['south.example'], dataFolder: join(file, 'south') },
      { names: ['west.example'], databaseURL: 'postgres://hunter2@db.example/west' },
    ]
    await writeFile(file, JSON.stringify({ databases: lines }))
    const faulty = await withFile('check-config')
    expect(faulty).toMatchObject({ code: 1, output: expect.stringMatching(/^ok .*north\.example: The embedded database is/m) })
    expect(faulty.output).toMatch(/^WRONG .*south\.example: dataFolder: /m)
    expect(faulty.output).toMatch(/^WRONG .*west\.example: .*"databaseURL"/m)
    expect(faulty.output).not.toContain('hunter2')
    await writeFile(file, JSON.stringify({ databases: lines.slice(0, 1) }))
    await chmod(file, 0o644)
    expect(await withFile('check-config')).toMatchObject({ code: 1, output: expect.stringMatching(/^WRONG .*chmod 600/m) })
    expect((await withFile('check-config', '--database', 'north.example')).output).not.toMatch(/variables|chmod/)
  })

  test('imports every organisation of the demonstration, makes a login token and mails an invitation', async () => {
    await sitwell('migrate')
    const all = ['harbour', 'guild', 'northway'].map((name) => join(demonstration, '..', name))
    expect(await sitwell('import', demonstration, ...all)).toMatchObject({ code: 0 })
    expect((await rowsOf('organisation')).map((row) => 'org_id' in row && row.org_id).sort()).toEqual([1, 29, 41, 7])
    const token = await sitwell('login-token', '--org', '29', '--minutes', '5', 'apprentice', 'nobody')
    expect(token).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^apprentice: http:\/\/localhost:8080\/login\/29\.\S+\?guild$/m),
    })
    expect(token.output).toMatch(/Nobody in organisation 29 is called nobody\./)
    const invited = await sitwell('invite', '--org', '7', 'salma')
    expect(invited).toMatchObject({ code: 0, output: expect.stringMatching(/mailed to salma.*written into .*mails/) })
    const [name = ''] = await readdir(join(folder, 'data', 'mails'))
    const letter = await readFile(join(folder, 'data', 'mails', name), 'utf8')
    expect(letter).toMatch(/http:\/\/localhost:8080\/user\/7\.\S+\?harbour/)
    expect(letter).toContain('سلمى')
    expect(await sitwell('mfa-reset', '--org', '7', 'keeper')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/set up again/),
    })
    expect((await sitwell('login-token', '--minutes', 'many', 'learner')).output).toMatch(/--minutes has to be a whole number/)
  })

  test('imports a package for a learner, once', async () => {
    await sitwell('migrate')
    await sitwell('import', demonstration)
    const path = await writePackage('trees', examOf('trees'))
    for (const pattern of [/was imported/, /is there already/])
      expect(await sitwell('import', path, '--schedule', 'learner')).toMatchObject({
        code: 0,
        output: expect.stringMatching(pattern),
      })
    const scheduled = (await rowsOf('schedule')).filter((row) => 'exam_guid' in row && row.exam_guid === 'trees-exam')
    expect(scheduled).toHaveLength(1)
  })

  test('refuses a package with its place, takes the good one beside it, and ends with 1', async () => {
    await sitwell('migrate')
    const bad = await writePackage('bad', { ...examOf('bad'), sections: [{ id: 's', name: 5 }] })
    const good = await writePackage('good', examOf('good'))
    const { code, output } = await sitwell('import', bad, good)
    expect(code).toBe(1)
    expect(output).toMatch(/bad was not imported:\n {2}exam\.json.*sections/)
    expect(await rowsOf('exam')).toMatchObject([{ exam_guid: 'good-exam' }])
  })

  test('leaves nothing of a package behind whose learner is not there', async () => {
    await sitwell('migrate')
    const path = await writePackage('trees', examOf('trees'))
    const { code, output } = await sitwell('import', path, '--schedule', 'nobody')
    expect(code).toBe(1)
    expect(output).toMatch(/Nobody in organisation 1 is called nobody/)
    expect(await rowsOf('exam')).toEqual([])
  })

  test('explains itself, and does not guess', async () => {
    expect(await program('--help')).toMatchObject({ code: 0, output: expect.stringMatching(/sitwell serve/) })
    expect((await program('dance')).code).toBe(2)
    for (const words of [[], ['import'], ['invite'], ['recording'], ['history']]) expect((await sitwell(...words)).code).toBe(2)
  })

  test('says in a sentence what is wrong with an option, and does nothing', async () => {
    for (const [words, why] of [
      [['import', demonstration, '--org'], "Option '--org <value>' argument missing"],
      [['history', 'run', '--organisation', '2'], "Unknown option '--organisation'"],
      [['history', 'run', '--org', 'two'], '--org has to be a whole number above 0, not two.'],
    ] as const) {
      const { code, output } = await sitwell(...words)
      expect([code, output.split('\n').length <= 3]).toEqual([1, true])
      expect(output).toContain(why)
    }
    expect(await readdir(folder)).toEqual([])
  })
})
