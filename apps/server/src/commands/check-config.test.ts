import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { bothDatabases } from '../testing/databases.ts'
import { createTestDatabase } from '../testing/start-test-server.ts'
import { commandCheckConfig } from './check-config.ts'

describe('sitwell check-config', () => {
  let folder: string
  let output: string[]
  beforeEach(async () => {
    output = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    folder = await mkdtemp(join(tmpdir(), 'sitwell-config-'))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await rm(folder, { recursive: true })
  })
  const check = async (environment: Record<string, string>) => {
    output = []
    const code = await commandCheckConfig({ SITWELL_DATA: folder, SITWELL_LOW_ROOM_MB: '0', ...environment })
    return { code, output: output.join('\n') }
  }
  const secret = { SITWELL_SECRET: 'x'.repeat(40) }

  test('says what is well, and makes no database', async () => {
    expect(await check(secret)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^note {2}There is no embedded database yet/m),
    })
    expect(await readdir(folder)).toEqual([])
  })

  test('names each variable that is wrong, misspelt, or does harm beside another', async () => {
    for (const [environment, word] of [
      [{ PORT: 'many', SITWELL_UPLOAD_MB: '0' }, /PORT: [\s\S]*SITWELL_UPLOAD_MB: /],
      [{ SITWELL_PUBLIC_ULR: 'https://a.example' }, /^WRONG SITWELL_PUBLIC_ULR is no variable/m],
      [
        { SITWELL_PUBLIC_URL: 'https://a.example', SITWELL_SCORM_URL: 'https://a.example/x' },
        /^WRONG SITWELL_SCORM_URL has the origin/m,
      ],
      [{ SITWELL_RESET_CHEAT: '1' }, /^WRONG SITWELL_RESET_CHEAT is on/m],
      [{ SITWELL_LOW_ROOM_MB: '99999999999' }, /^WRONG .* MB free/m],
      [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^WRONG The database can not be reached/m],
    ] as const)
      expect(await check({ ...secret, ...environment })).toMatchObject({ code: 1, output: expect.stringMatching(word) })
    expect((await check({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).output).toMatch(
      /^WRONG SITWELL_SECRET is not set/m,
    )
    expect(await check({ ...secret, SITWELL_SECRET_ACCEPTED: secret.SITWELL_SECRET })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^WRONG SITWELL_SECRET_ACCEPTED is SITWELL_SECRET itself/m),
    })
    expect(await check({ ...secret, SITWELL_SECRET_ACCEPTED: 'y'.repeat(40) })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^note {2}SITWELL_SECRET_ACCEPTED is set: .*sitwell reseal/m),
    })
    expect(await check({ ...secret, SITWELL_SECRET_ACCEPTED: 'short' })).toMatchObject({ code: 1 })
    expect(await check({ ...secret, SITWELL_PUBLIC_URL: 'https://a.example' })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^note {2}SITWELL_TRUST_PROXY names no proxy/m),
    })
  })

  for (const _ of bothDatabases.filter((one) => one === 'postgres'))
    test('looks at a PostgreSQL without making anything in it, and tells of settings that would lose answers', async () => {
      const { url, drop } = await createTestDatabase()
      expect(await check({ ...secret, DATABASE_URL: url })).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^note {2}The database is empty/m),
      })
      const old = openDatabase({ dialect: 'postgres', url })
      await migrate(old.kysely, old.dialect)
      expect((await check({ ...secret, DATABASE_URL: url })).output).toMatch(/can be reached\.$/m)
      await old.kysely.insertInto('migration_applied').values({ name: '2999-01-01-far', timestamp: '' }).execute()
      await old.close()
      expect(await check({ ...secret, DATABASE_URL: url })).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^WRONG The database is of a newer Sitwell \(migration 2999-01-01-far/m),
      })
      const known = openDatabase({ dialect: 'postgres', url })
      await known.kysely.deleteFrom('migration_applied').where('name', '=', '2999-01-01-far').execute()
      await known.close()
      const careless = new URL(url)
      careless.searchParams.set('options', '-c synchronous_commit=off')
      expect(await check({ ...secret, DATABASE_URL: careless.href })).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^WRONG synchronous_commit is off/m),
      })
      await drop()
    })
})
