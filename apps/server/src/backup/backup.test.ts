import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { calls, generationHeader } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { commandBackup } from '../commands/backup.ts'
import { commandRestore } from '../commands/restore.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { createTestPlace, startServerIn, type TestServer } from '../testing/start-test-server.ts'
import { courseZip, giveCourseFrom } from '../testing/test-course.ts'
import { arrange, doCall, examOf, saveOf, sitExam, tryCall, type World } from '../testing/test-world.ts'
import { backUp, keepNewest } from './back-up.ts'
import { hashOfFile } from './backup-file.ts'
import { lastBackup, noteBackup, usualFolder } from './last-backup.ts'

// databases: sqlite, because PostgreSQL is backed up by its own tools

const run = promisify(execFile)
const program = fileURLToPath(new URL('../sitwell.ts', import.meta.url))

describe('backup and restore of the embedded database', () => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer
  let world: World
  let sitting: Awaited<ReturnType<typeof sitExam>>
  let to: string
  let output: string[]
  let isServing = false

  beforeEach(async () => {
    output = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    vi.spyOn(console, 'error').mockImplementation((line: string) => void output.push(line))
    to = await mkdtemp(join(tmpdir(), 'sitwell-backups-'))
    place = await createTestPlace({ database: 'sqlite' })
    await start()
    world = await arrange(server)
    sitting = await sitExam(server, world)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await stop()
    await place.remove()
    await rm(to, { recursive: true })
  })

  const save = (sequence: number, answerText: string) => {
    const id = `${world.prefix}-q3`
    const question = { options: [], page: id, questionNumber: 3, questionVersionId: id }
    const body = saveOf(world, sitting.formRunGuid, { sequence, answerText, ...question })
    return doCall(server, calls.saveAnswer, { body }, sitting.token)
  }
  const answers = async (one = server.db) =>
    (await one.kysely.selectFrom('answer').select('answer').execute()).map(({ answer }) => JSON.parse(answer).answerText)
  const backup = async (keep?: number) => {
    expect([await commandBackup(place.config, { to, keep }, systemClock), output]).toEqual([0, expect.anything()])
    return output.join('\n').match(/^Backed up to (\S+):.*(?![\s\S]*Backed up)/m)?.[1] ?? ''
  }
  const restore = (folder: string, isTrial = false, config = place.config) =>
    commandRestore(config, folder, { isTrial }, systemClock)
  const start = async () => {
    server = await startServerIn(place.config)
    isServing = true
  }
  const stop = async () => {
    if (isServing) await server.stop()
    isServing = false
  }
  const path = () => join(place.config.dataFolder, 'sitwell.sqlite')

  test('puts back all that was there: answers, files, exams and courses; what was there meanwhile lies aside, whole', async () => {
    await save(1, 'Ash')
    const file = new File(['evidence'], 'x.txt')
    const body = { formRunGUID: sitting.formRunGuid, fileName: 'evidence.txt' }
    await doCall(server, calls.uploadFile, { body, file }, sitting.token)
    await giveCourseFrom(server, world.orgId, await courseZip({ a: '' }), ['learner'])
    const tables = [
      'answer',
      'answer_event',
      'uploaded_file',
      'file_chunk',
      'exam',
      'course',
      'course_attempt',
      'schedule',
    ] as const
    const held = () => Promise.all(tables.map((table) => server.db.kysely.selectFrom(table).selectAll().execute()))
    const before = await held()
    expect(before.map((rows) => rows.length > 0)).toEqual(tables.map(() => true))
    const folder = await backup()
    await save(2, 'Birch')
    await arrange(server, { orgId: 2, exam: examOf('late') })
    await stop()
    expect(await restore(folder)).toBe(0)
    const aside = output.join('\n').match(/data is in (\S+)\.$/m)?.[1] ?? ''
    await start()
    expect(await held()).toEqual(before)
    const old = openDatabase({ dialect: 'sqlite', path: aside })
    expect(await answers(old)).toEqual(['Birch'])
    await old.close()
  })

  test('is one moment of a database that is written to meanwhile, and holds up nobody', async () => {
    let sequence = 0
    let isOver = false
    const saving = (async () => {
      while (!isOver) await save(++sequence, `Version ${sequence}`)
    })()
    // The fifth has begun, so four are stored.
    await vi.waitFor(() => expect(sequence).toBeGreaterThan(4), { timeout: 60_000 })
    const folder = await backup()
    isOver = true
    await saving
    await stop()
    expect(await restore(folder)).toBe(0)
    await start()
    const [event] = await server.db.kysely
      .selectFrom('answer_event')
      .select(({ fn }) => fn.max('sequence').as('last'))
      .execute()
    expect(await answers()).toEqual([`Version ${event?.last}`])
    expect(event?.last).toBeGreaterThan(3)
  })

  test('begins a new generation, though nothing else could tell', async () => {
    const generation = async () =>
      (await tryCall(server, calls.setting, { query: { orgID: world.orgId, settingName: 'x' } }, sitting.token)).headers.get(
        generationHeader,
      )
    const first = await generation()
    const folder = await backup()
    await stop()
    await rm(`${path()}-generation`)
    expect(await restore(folder)).toBe(0)
    expect(output.join('\n')).toContain('an operator said that the database was restored')
    await start()
    expect(await generation()).not.toBe(first)
    const rows = await server.db.kysely
      .selectFrom('server_generation')
      .select(['number', 'because'])
      .orderBy('number')
      .execute()
    expect(rows).toEqual([
      { number: 1, because: 'first' },
      { number: 2, because: 'operator' },
    ])
  })

  test('refuses while a server runs, or a command has the database open, and changes nothing', async () => {
    const folder = await backup()
    await save(1, 'Ash')
    expect(await restore(folder)).toBe(1)
    expect(output.join('\n')).toContain('The database is in use')
    expect(await answers()).toEqual(['Ash'])
    await stop()
    const other = openDatabase(place.config.database)
    await answers(other)
    expect(await restore(folder)).toBe(1)
    expect(await answers(other)).toEqual(['Ash'])
    await other.close()
  })

  test('takes the place of a database that is broken, or gone', async () => {
    await save(1, 'Ash')
    const folder = await backup()
    await stop()
    for (const spoil of [() => writeFile(path(), 'no database at all'), () => rm(path())]) {
      await spoil()
      expect(await restore(folder)).toBe(0)
      const restored = openDatabase(place.config.database)
      expect(await answers(restored)).toEqual(['Ash'])
      await restored.close()
    }
    const names = (await readdir(place.config.dataFolder)).filter((name) =>
      /before-restore-[^-]+-[^-]+-[^-]+-[^-]+-[^-]+-[^-]+$/.test(name),
    )
    expect(names).toHaveLength(1)
    expect(await readFile(join(place.config.dataFolder, names[0] ?? ''), 'utf8')).toBe('no database at all')
  })

  test('that broke off is not served from, and is made good by another', async () => {
    await save(1, 'Ash')
    const folder = await backup()
    await save(2, 'Birch')
    await stop()
    // As the power goes after the first of its steps, and after the second.
    const aside = `${path()}.before-restore-then`
    await writeFile(`${path()}-restoring`, aside)
    for (const step of [async () => {}, () => rename(path(), aside)]) {
      await step()
      await expect(startServerIn(place.config)).rejects.toThrow(/restore of the database was broken off/)
    }
    expect(await restore(folder)).toBe(0)
    await start()
    expect(await answers()).toEqual(['Ash'])
    const old = openDatabase({ dialect: 'sqlite', path: aside })
    expect(await answers(old)).toEqual(['Birch'])
    await old.close()
  })

  test('refuses a backup that was changed, is not whole, or comes from a newer Sitwell; --dry-run says so and changes nothing', async () => {
    const folder = await backup()
    await save(1, 'Ash')
    expect(await restore(folder, true)).toBe(0)
    await stop()
    const description = join(folder, 'backup.json')
    const database = join(folder, 'sitwell.sqlite')
    const [text, bytes] = [await readFile(description, 'utf8'), await readFile(database)]
    const flipped = Buffer.from(bytes)
    flipped[5000] = (flipped[5000] ?? 0) ^ 1
    for (const [file, content, why] of [
      [description, text.replace(/"migration": "[^"]+"/, '"migration": "2999-01-01-far"'), /newer Sitwell/],
      [description, '{', /not a complete backup of Sitwell/],
      [database, flipped, /not what was backed up/],
      [database, bytes.subarray(0, -100), /not what was backed up/],
    ] as const) {
      await writeFile(file, content)
      for (const isTrial of [true, false])
        expect([await restore(folder, isTrial), output.at(-1)]).toEqual([1, expect.stringMatching(why)])
      await writeFile(description, text)
      await writeFile(database, bytes)
    }
    await start()
    expect(await answers()).toEqual(['Ash'])
  })

  test('leaves the tables of an older version as they are: only the start of the server changes them', async () => {
    const folder = await backup()
    await stop()
    const database = new DatabaseSync(join(folder, 'sitwell.sqlite'))
    database.exec('delete from migration_applied')
    database.close()
    const sha256 = await hashOfFile(join(folder, 'sitwell.sqlite'))
    const description = join(folder, 'backup.json')
    await writeFile(description, JSON.stringify({ ...JSON.parse(await readFile(description, 'utf8')), sha256 }))
    expect([await restore(folder), output.join('\n')]).toEqual([0, expect.stringContaining('It was restored')])
    const restored = openDatabase(place.config.database)
    expect(await restored.kysely.selectFrom('migration_applied').selectAll().execute()).toEqual([])
    await restored.close()
  })

  test('brings the secret to a machine that served nobody, and leaves another one of a machine that did', async () => {
    const environment = { SITWELL_DATA: place.config.dataFolder }
    await stop()
    place = { ...place, config: { ...readConfig(environment), host: '127.0.0.1', port: 0, scormPort: 0 } }
    await start()
    const folder = await backup()
    expect((await stat(join(folder, 'token-secret'))).mode & 0o777).toBe(0o600)
    await stop()
    const machine = join(to, 'machine')
    await mkdir(machine)
    const secretOf = () => readFile(join(machine, 'token-secret'), 'utf8')
    const there = readConfig({ SITWELL_DATA: machine })
    expect(await restore(folder, false, there)).toBe(0)
    expect(output.join('\n')).toContain('came with the backup')
    expect(await secretOf()).toBe(await readFile(join(folder, 'token-secret'), 'utf8'))
    await writeFile(join(machine, 'token-secret'), 'x'.repeat(64))
    expect(await restore(folder, false, readConfig({ SITWELL_DATA: machine }))).toBe(0)
    expect(output.at(-1)).toContain('another one')
    expect(await secretOf()).toBe('x'.repeat(64))
  })

  test('keeps so many of the newest, and touches nothing else', async () => {
    await mkdir(join(to, 'photographs'))
    await mkdir(join(to, '2020-01-01T00-00-00-000Z.part'))
    const made = [await backup(), await backup(), await backup(2)]
    expect((await readdir(to)).sort().map((name) => join(to, name))).toEqual([...made.slice(1), join(to, 'photographs')])
    expect(await keepNewest(to, 2, systemClock)).toEqual([])
  })

  test('that finds no room on the way leaves the last good one, removes none for it, and says so', async () => {
    const good = [await backup(), await backup()]
    const { size } = await stat(path())
    // A file that may grow no further ends a write in the middle, as a full disk does.
    const words = ['-c', `ulimit -f ${Math.floor(size / 2048)}; exec "$@"`, 'sitwell', process.execPath, program]
    const env = {
      ...process.env,
      SITWELL_DATA: place.config.dataFolder,
      DATABASE_URL: undefined,
      SITWELL_SECRET: 'x'.repeat(64),
    }
    const failed = await run('bash', [...words, 'backup', '--to', to, '--keep', '1'], { env }).catch((error) => error)
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/^Nothing was backed up\. .+ Nothing older was removed; the last backup is (.+)\.$/m)
    expect(failed.stderr).toContain(basename(good[1] ?? ''))
    expect((await readdir(to)).sort().map((name) => join(to, name))).toEqual(good)
    expect(await restore(good[1] ?? '', true)).toBe(0)
  })

  test('what was backed up last is known to the server, wherever the backup is, and also if only the folder has it', async () => {
    expect(await lastBackup(place.config)).toBeUndefined()
    await backup()
    const elsewhere = await lastBackup(place.config)
    expect(elsewhere).toEqual({ madeMs: expect.any(Number), bytes: expect.any(Number), from: 'record' })
    expect(Math.abs(Date.now() - (elsewhere?.madeMs ?? 0))).toBeLessThan(600_000)
    await rm(join(place.config.dataFolder, 'last-backup.json'))
    expect(await lastBackup(place.config)).toBeUndefined()
    const usual = await backUp(place.config, usualFolder(place.config), systemClock)
    const madeMs = Date.parse(usual.madeAt)
    expect(await lastBackup(place.config)).toEqual({ madeMs, bytes: usual.bytes, from: 'folder' })
    // The newer one counts; a note that a stop cut short doesn't.
    await noteBackup(place.config, { madeAt: new Date(madeMs - 1).toISOString(), bytes: 1 })
    expect((await lastBackup(place.config))?.from).toBe('folder')
    await noteBackup(place.config, { madeAt: new Date(madeMs + 1).toISOString(), bytes: 1 })
    expect(await lastBackup(place.config)).toEqual({ madeMs: madeMs + 1, bytes: 1, from: 'record' })
    await writeFile(join(place.config.dataFolder, 'last-backup.json'), '{"madeAt":')
    expect((await lastBackup(place.config))?.from).toBe('folder')
  })

  test('leaves nothing behind where it can not be made, and says why', async () => {
    const nowhere = { ...place.config, database: { dialect: 'sqlite' as const, path: join(to, 'none.sqlite') } }
    expect(await commandBackup(nowhere, { to, keep: undefined }, systemClock)).toBe(1)
    expect(output.at(-1)).toMatch(/There is no database at .*none\.sqlite/)
    expect(await readdir(to)).toEqual([])
    const postgres = { ...place.config, database: { dialect: 'postgres' as const, url: 'postgres://nobody' } }
    expect(await commandBackup(postgres, { to, keep: undefined }, systemClock)).toBe(1)
    expect(await restore(to, false, postgres)).toBe(1)
  })
})
