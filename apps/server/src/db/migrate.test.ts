import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { createTestDatabase } from '../testing/start-test-server.ts'
import { type Database, type DatabaseConfig, openDatabase } from './database.ts'
import { describeColumns } from './describe-columns.ts'
import { knownMigrations } from './known-migrations.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'

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
    expect(await migrate(database.kysely, database.dialect)).toEqual(knownMigrations.map(({ name }) => name))
    expect(await migrate(database.kysely, database.dialect)).toEqual([])
  })

  test('is made once by servers that start together', async () => {
    const others = [openDatabase(config), openDatabase(config)]
    const applied = await Promise.all([database, ...others].map((one) => migrate(one.kysely, one.dialect)))
    for (const one of others) await one.close()
    expect(applied.filter((versions) => versions.length > 0)).toHaveLength(1)
  })

  /** This version's migrations and some that later versions might add, the second of which is merged after the third. */
  const next: Migration = { name: '2999-01-01-next', statements: () => ['create table shelf (org_id bigint primary key)'] }
  const between: Migration = { name: '2998-01-01-between', statements: () => ['alter table person add column place text'] }

  test('of the previous version gets what it lacks, once by servers that start together, and its rows stay', async () => {
    await migrate(database.kysely, database.dialect)
    await database.kysely.insertInto('counter').values({ org_id: 1, name: 'kept', value: 7 }).execute()
    const other = openDatabase(config)
    const later = [...knownMigrations, next]
    const applied = await Promise.all([database, other].map((one) => migrate(one.kysely, one.dialect, later)))
    await other.close()
    expect(applied.flat()).toEqual([next.name])
    expect(await database.kysely.selectFrom('counter').selectAll().execute()).toEqual([{ org_id: 1, name: 'kept', value: 7 }])
  })

  test('gets a migration that was merged after a later one', async () => {
    await migrate(database.kysely, database.dialect, [...knownMigrations, next])
    expect(await migrate(database.kysely, database.dialect, [...knownMigrations, between, next])).toEqual([between.name])
  })

  test('of a newer version is left alone, also by a version that it lacks migrations of', async () => {
    await migrate(database.kysely, database.dialect, [...knownMigrations, next])
    const before = await describeSchema(database.kysely, database.dialect)
    const refused = migrate(database.kysely, database.dialect, [...knownMigrations, between])
    await expect(refused).rejects.toThrow(/2999-01-01-next; this version knows up to 2998-01-01-between/)
    expect(await describeSchema(database.kysely, database.dialect)).toBe(before)
  })

  test('stays as it was where a migration fails, and says why', async () => {
    await sql`create table organisation (name text)`.execute(database.kysely)
    await expect(migrate(database.kysely, database.dialect)).rejects.toThrow(/organisation.*already exists/)
    await sql`drop table organisation`.execute(database.kysely)
    expect(await describeColumns(database.kysely, database.dialect)).toEqual([])
    expect(await migrate(database.kysely, database.dialect)).toEqual(knownMigrations.map(({ name }) => name))
  })

  test('turns the flags of administrators and invigilators into grants, and leaves the flags', async () => {
    await migrate(database.kysely, database.dialect, knownMigrations.slice(0, 1))
    const person = (org_id: number, username: string, flags: object) => ({
      ...{ org_id, user_guid: username, user_id: username.length, username, sign_in_name: username, password_hash: 'x' },
      ...{ first_name: '', last_name: '', language_id: 1, user_type_id: 1, suspended: 0, admin: 0, invigilator: 0 },
      ...{ mfa_required: 0, date_of_birth: null, learner_identifier: null, email: null, phone: null },
      ...flags,
    })
    const people = [
      person(1, 'both', { admin: 1, invigilator: 1 }),
      person(1, 'admin', { admin: 1 }),
      person(2, 'admin', { admin: 1, suspended: 1 }),
      person(1, 'learner', {}),
    ]
    // As they were before later migrations added columns.
    await database.kysely
      .insertInto('person')
      .values(people as never)
      .execute()
    await migrate(database.kysely, database.dialect)
    const rows = await database.kysely.selectFrom('role_grant').selectAll().orderBy('org_id').orderBy('grant_id').execute()
    expect(rows.map(({ org_id, user_guid, role }) => [org_id, user_guid, role])).toEqual([
      [1, 'both', 'invigilator'],
      [1, 'admin', 'it-administrator'],
      [1, 'both', 'it-administrator'],
      [2, 'admin', 'it-administrator'],
    ])
    expect(rows[0]).toMatchObject({
      ...{ grant_id: 'invigilator/both', scope_kind: 'organisation', scope_id: '', scope_room: null },
      ...{ valid_from: null, valid_until: null, granted_by: 'migration', withdrawn_at: null },
    })
    const flags = database.kysely.selectFrom('person').select(['org_id', 'user_guid', 'admin', 'invigilator'])
    expect(await flags.where('org_id', '=', 1).where('user_guid', '=', 'both').executeTakeFirst()).toMatchObject({
      admin: 1,
      invigilator: 1,
    })
  })

  test('fills in what people are found and sorted by in the office, more of them than one statement takes', async () => {
    const before = knownMigrations.filter(({ name }) => name < '2026-11-30-people-of-office')
    await migrate(database.kysely, database.dialect, before)
    const person = (number: number) => ({
      ...{
        org_id: 1 + (number % 2),
        user_guid: `p${number}`,
        user_id: number,
        username: `U${number}`,
        sign_in_name: `u${number}`,
      },
      ...{ password_hash: 'x', first_name: 'Zoë', last_name: `Weiß ${number}`, language_id: 1, user_type_id: 1, suspended: 0 },
      ...{ admin: 0, invigilator: 0, mfa_required: 0, date_of_birth: null, learner_identifier: null, email: null, phone: null },
    })
    const people = Array.from({ length: 1203 }, (_, number) => person(number))
    for (let from = 0; from < people.length; from += 100)
      // As they were before this migration added columns.
      await database.kysely
        .insertInto('person')
        .values(people.slice(from, from + 100) as never)
        .execute()
    await database.kysely.insertInto('erased_person').values({ org_id: 1, user_guid: 'p4', erased_at: 5 }).execute()
    const session = (id: string, started_at: number, made_by: string | null) => ({
      ...{
        org_id: 1,
        session_id: id,
        user_guid: 'p2',
        refresh_hash: 'x',
        started_at,
        refreshed_at: 1,
        mfa_pending: 0,
        made_by,
      },
    })
    const sessions = [session('a', 100, null), session('b', 300, null), session('c', 900, 'p0')]
    await database.kysely
      .insertInto('session')
      .values(sessions as never)
      .execute()
    expect(await migrate(database.kysely, database.dialect)).toContain('2026-11-30-people-of-office')
    const rows = await database.kysely
      .selectFrom('person')
      .select(['user_guid', 'search_name', 'version', 'last_sign_in_at'])
      .orderBy('user_id')
      .execute()
    expect(rows).toEqual(
      people.map(({ user_guid }, number) => ({
        ...{ user_guid, version: 1, last_sign_in_at: number === 2 ? 300 : 0 },
        search_name: number === 4 ? '' : `weiss ${number}\nzoe\nu${number}\n\n`,
      })),
    )
  })

  test('keeps texts, large numbers and bytes as they were given', async () => {
    await migrate(database.kysely, database.dialect)
    const bytes = new Uint8Array([0, 255, 10, 13])
    const row = { org_id: 2 ** 40, exam_guid: 'ء', version: 1, path: "'\n😀", number: 0, bytes }
    await database.kysely.insertInto('exam_resource_chunk').values(row).execute()
    const held = await database.kysely.selectFrom('exam_resource_chunk').selectAll().executeTakeFirstOrThrow()
    expect({ ...held, bytes: new Uint8Array(held.bytes) }).toEqual(row)
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
