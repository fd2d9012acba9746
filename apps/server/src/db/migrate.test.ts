import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resourceChunkBytes } from '../organisation/resource-chunk-bytes.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { createTestDatabase } from '../testing/start-test-server.ts'
import { type Database, type DatabaseConfig, openDatabase } from './database.ts'
import { describeColumns } from './describe-columns.ts'
import appliedBefore from './frozen/applied-027.json' with { type: 'json' }
import { migrate } from './migrate.ts'

/** Tables without an organisation, and why: what is in them is the database's own, and stays where an organisation moves. */
const ofServers = {
  migration_applied: 'which migrations the database has had',
  migration_lock: 'that somebody migrates it',
  server_clock_word: 'what an operator said of its servers’ time',
  server_generation: 'which database it is, before and after a restore',
  server_heartbeat: 'the signs of life of its nodes',
  server_outage: 'when none of its nodes served',
}

describe.each(bothDatabases)('the schema on %s', (kind) => {
  let folder: string
  let config: DatabaseConfig
  let database: Database
  let drop: () => Promise<void>

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitwell-schema-'))
    const postgres = kind === 'postgres' ? await createTestDatabase() : undefined
    config = postgres
      ? { dialect: 'postgres', url: postgres.url }
      : { dialect: 'sqlite', path: join(folder, 'deep', 'x.sqlite') }
    drop = async () => postgres?.drop()
    database = openDatabase(config)
  })
  afterEach(async () => {
    await database.close()
    await drop()
    await rm(folder, { recursive: true })
  })

  /*
   * When this fails, a migration has changed the tables. Read the difference: is `org_id` still first in every key, and is every
   * column the same in both databases? Then write what the database now is into `schema.md` (vitest run -u does).
   */
  test('is what schema.md says, in both databases alike', async () => {
    await migrate(database.kysely, database.dialect)
    await expect(await describeSchema(database.kysely, database.dialect)).toMatchFileSnapshot('./schema.md')
  })

  test('has the organisation first in every key but those of the servers themselves, so that it can be spread by organisation', async () => {
    await migrate(database.kysely, database.dialect)
    const columns = await describeColumns(database.kysely, database.dialect)
    const keys = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => ({
      table,
      first: own.find(({ key }) => key === 1)?.name,
      areOfOrganisations: own.some(({ name }) => name === 'org_id'),
    }))
    const others = keys.filter(({ first }) => first !== 'org_id')
    expect(others).toEqual(Object.keys(ofServers).map((table) => expect.objectContaining({ table, areOfOrganisations: false })))
  })

  test('is made once: a second migration finds nothing to do', async () => {
    expect((await migrate(database.kysely, database.dialect)).length).toBeGreaterThan(0)
    expect(await migrate(database.kysely, database.dialect)).toEqual([])
  })

  test('is made once by servers that start together', async () => {
    const others = [openDatabase(config), openDatabase(config)]
    const applied = await Promise.all([database, ...others].map((one) => migrate(one.kysely, one.dialect)))
    for (const one of others) await one.close()
    expect(applied.filter((versions) => versions.length > 0)).toHaveLength(1)
  })

  test('of a newer server is left alone', async () => {
    await migrate(database.kysely, database.dialect)
    await database.kysely
      .insertInto('migration_applied')
      .values({ name: '9999-from-tomorrow', timestamp: '2026-11-24T09:00:00.000Z' })
      .execute()
    await expect(migrate(database.kysely, database.dialect)).rejects.toThrow(/9999.*newer server/)
  })

  /** As the server of version 27 left a database: its statements and its own table of them, which nothing may change any more. */
  const asOf27 = async () => {
    await sql`create table if not exists migration (
      version bigint primary key, name text not null, applied_at bigint not null)`.execute(database.kysely)
    for (const { version, name, statements } of appliedBefore) {
      for (const statement of statements)
        await sql.raw(kind === 'postgres' ? statement.replace(/\bblob\b/g, 'bytea') : statement).execute(database.kysely)
      await sql`insert into migration values (${version}, ${name}, 0)`.execute(database.kysely)
    }
    await database.kysely.insertInto('counter').values({ org_id: 1, name: 'kept', value: 7 }).execute()
  }

  test('of the server before the migrator is taken over as it is: only what came since is applied, once by servers that start together', async () => {
    await asOf27()
    const other = openDatabase(config)
    const applied = await Promise.all([database, other].map((one) => migrate(one.kysely, one.dialect)))
    await other.close()
    expect(applied.flat().filter((version) => version <= 27)).toEqual([])
    expect(await migrate(database.kysely, database.dialect)).toEqual([])
    const fresh = await readFile(new URL('./schema.md', import.meta.url), 'utf8')
    const described = await describeSchema(database.kysely, database.dialect)
    // The table from before stays beside the migrator's.
    expect(described.replace(/## migration\n[\s\S]*?Key: version\n\n/, '')).toBe(fresh)
    expect(await database.kysely.selectFrom('counter').selectAll().execute()).toEqual([{ org_id: 1, name: 'kept', value: 7 }])
  })

  test('of the server before the migrator has a sign for it, should it come back: a newer one was here', async () => {
    await asOf27()
    await migrate(database.kysely, database.dialect)
    const { rows } = await sql<{ newest: number }>`select max(version) as newest from migration`.execute(database.kysely)
    expect(Number(rows[0]?.newest)).toBeGreaterThan(27)
  })

  test('stays as it was where a migration fails, and says why', async () => {
    await sql`create table organisation (name text)`.execute(database.kysely)
    await expect(migrate(database.kysely, database.dialect)).rejects.toThrow(/organisation.*already exists/)
    await sql`drop table organisation`.execute(database.kysely)
    expect((await migrate(database.kysely, database.dialect)).length).toBeGreaterThan(20)
  })

  test('keeps texts, large numbers and bytes as they were given', async () => {
    await migrate(database.kysely, database.dialect)
    const bytes = new Uint8Array([0, 255, 10, 13])
    const row = { org_id: 2 ** 40, exam_guid: 'ء', version: 1, path: "'\n😀", number: 0, bytes }
    await database.kysely.insertInto('exam_resource_chunk').values(row).execute()
    const held = await database.kysely.selectFrom('exam_resource_chunk').selectAll().executeTakeFirstOrThrow()
    expect({ ...held, bytes: new Uint8Array(held.bytes) }).toEqual(row)
  })

  test('knows of sessions from before that somebody confirmed their rubric, and which an administrator opened', async () => {
    await migrate(database.kysely, database.dialect)
    const { kysely } = database
    // As the migration before it left the tables.
    for (const column of [
      'session.made_by',
      'session.rubric_confirmed_at',
      'personal_token.used_at',
      'personal_token.used_by',
    ]) {
      const [table = '', name = ''] = column.split('.')
      await sql`alter table ${sql.ref(table)} drop column ${sql.ref(name)}`.execute(kysely)
    }
    await kysely.deleteFrom('migration_applied').where('name', '=', '010-who-signed-in').execute()
    const session = (id: string, endedAt: number | null) =>
      sql`insert into session (org_id, session_id, user_guid, refresh_hash, started_at, refreshed_at, ended_at, mfa_pending)
        values (1, ${id}, 'u', 'h', 5, 6, ${endedAt}, 0)`.execute(kysely)
    await session('open', null)
    await session('over', 7)
    await session('made', null)
    const login = { org_id: 1, session_id: 'made', admin_guid: 'boss', user_guid: 'u', signed_in_at: 5 }
    await kysely.insertInto('admin_login').values(login).execute()
    expect(await migrate(kysely, database.dialect)).toEqual([10])
    const rows = await kysely.selectFrom('session').selectAll().orderBy('session_id').execute()
    expect(rows.map((row) => [row.session_id, row.made_by, row.rubric_confirmed_at])).toEqual([
      ['made', 'boss', 5],
      ['open', null, 5],
      ['over', null, null],
    ])
  })

  test('cuts the files of exams from before into chunks, byte for byte', async () => {
    await migrate(database.kysely, database.dialect)
    const { kysely } = database
    // As the migration before it left the tables.
    await sql`drop table exam_resource_chunk`.execute(kysely)
    await sql`alter table exam_resource drop column size`.execute(kysely)
    const type = kind === 'postgres' ? sql`bytea` : sql`blob`
    await sql`alter table exam_resource add column bytes ${type}`.execute(kysely)
    await kysely.deleteFrom('migration_applied').where('name', '=', '022-resource-chunks').execute()
    const large = new Uint8Array(randomBytes(2 * resourceChunkBytes + 5))
    for (const [path, bytes] of [
      ['a.pdf', large],
      ['b.png', new Uint8Array([0, 255])],
      ['c.txt', new Uint8Array()],
      ['d.pdf', large.subarray(0, resourceChunkBytes)],
    ] as const)
      await sql`insert into exam_resource (org_id, exam_guid, version, path, media_type, bytes)
        values (1, 'e', 1, ${path}, 'x/y', ${bytes})`.execute(kysely)
    expect(await migrate(kysely, database.dialect)).toEqual([22])
    const sizes = await kysely.selectFrom('exam_resource').select(['path', 'size']).orderBy('path').execute()
    expect(sizes.map(({ path, size }) => [path, size])).toEqual([
      ['a.pdf', large.length],
      ['b.png', 2],
      ['c.txt', 0],
      ['d.pdf', resourceChunkBytes],
    ])
    const chunks = await kysely.selectFrom('exam_resource_chunk').selectAll().orderBy('path').orderBy('number').execute()
    expect(chunks.map(({ path, number, bytes }) => [path, number, bytes.length])).toEqual([
      ['a.pdf', 0, resourceChunkBytes],
      ['a.pdf', 1, resourceChunkBytes],
      ['a.pdf', 2, 5],
      ['b.png', 0, 2],
      ['d.pdf', 0, resourceChunkBytes],
    ])
    const together = Buffer.concat(chunks.filter(({ path }) => path === 'a.pdf').map(({ bytes }) => bytes))
    expect(Buffer.compare(together, large)).toBe(0)
  })

  test('a failed transaction leaves nothing behind, and the next one works', async () => {
    await migrate(database.kysely, database.dialect)
    const write = (fail: boolean) =>
      database.kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('counter').values({ org_id: 1, name: 'n', value: 1 }).execute()
        if (fail) await sql`select nothing from nowhere`.execute(transaction)
      })
    await expect(write(true)).rejects.toThrow()
    expect(await database.kysely.selectFrom('counter').selectAll().execute()).toEqual([])
    await write(false)
    expect(await database.kysely.selectFrom('counter').selectAll().execute()).toHaveLength(1)
  })
})

test('SQLite syncs every commit to the disk, and checks what refers to what', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-schema-'))
  const database = openDatabase({ dialect: 'sqlite', path: join(folder, 'x.sqlite') })
  const pragma = async (name: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(database.kysely)
    return Object.values(rows[0] ?? {})[0]
  }
  expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual(['wal', 2, 1])
  await database.close()
  await rm(folder, { recursive: true })
})
