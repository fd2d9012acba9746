import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noteBackup } from '../backup/last-backup.ts'
import { giveOwnInstallation } from '../testing/change-roles.ts'
import { bothDatabases } from '../testing/databases.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, personOf, refusalIn } from '../testing/test-world.ts'

const hourMs = 3_600_000

describe.each(bothDatabases)('how the server stands on %s', (database) => {
  let nowMs: number
  let server: TestServer
  const at = (ms: number) => new Date(nowMs + ms).toISOString()
  let mails: string[]
  let mailFails: boolean

  // Each has its own server, because it counts how many organisations that has.
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-30T09:00:00Z')
    mails = []
    mailFails = false
    server = await startTestServer({
      database,
      clock: { nowMs: () => nowMs },
      config: { logLevel: 'silent', smtpUrl: 'smtp://nowhere.example', publicUrl: 'http://exams.example' },
      mailer: {
        send: async ({ to }) => {
          if (mailFails) throw new Error('refused')
          mails.push(to)
        },
        close: () => {},
      },
    })
  })
  afterEach(() => server.stop())

  const roleOf = {
    owner: 'owner',
    officer: 'exams-officer',
    author: 'author',
    invigilator: 'invigilator',
    it: 'it-administrator',
    auditor: 'auditor',
  } as const
  const college = (orgId = 1) =>
    arrange(server, {
      orgId,
      file: {
        people: Object.entries(roleOf).map(([name, role], index) => ({
          ...personOf(`o${orgId}`, name, index + 1),
          roles: [role],
        })),
        settings: { OfficeSecondStep: 'off' },
        schedules: [],
      },
    })
  const open = (username: string, orgId = 1) => openOffice(server, orgId, username)

  test('shows how the server stands to those who may read it, and to nobody else', async () => {
    await college()
    for (const name of ['officer', 'author', 'invigilator']) {
      const answer = await (await open(name)).tryIt(calls.officeTodayOperation, {})
      expect([name, refusalIn(answer).code]).toEqual([name, 'NOT_ALLOWED'])
    }
    const { facts, asOf, since } = await (await open('it')).doIt(calls.officeTodayOperation, {})
    expect(facts.map(({ is }) => is)).toEqual(['backup', 'disk', 'database', 'version', 'mail', 'certificate', 'jobs'])
    expect([asOf, Date.parse(since) <= nowMs]).toEqual([at(0), true])
    const of = (is: string) => facts.find((fact) => fact.is === is)
    const isEmbedded = database === 'sqlite'
    expect(of('database')).toMatchObject({
      ...{ state: isEmbedded ? 'good' : expect.anything(), names: [isEmbedded ? 'SQLite' : 'PostgreSQL'], at: at(0) },
      bytes: expect.any(Number),
    })
    expect(of('database')?.bytes).toBeGreaterThan(100_000)
    expect(of('version')).toMatchObject({ state: 'good', names: [server.config.appVersion] })
    expect(of('disk')?.ofBytes).toBeGreaterThan(of('disk')?.bytes ?? 0)
    expect(of('certificate')).toMatchObject({ state: 'unknown', found: 'certificate-elsewhere' })
    expect(of('backup')?.found).toBe(isEmbedded ? 'backup-none' : 'backup-unknown')
    // Nothing of the server's own places or secrets.
    const words = JSON.stringify(facts)
    for (const secret of [server.config.dataFolder, 'nowhere.example', 'postgres://']) expect(words).not.toContain(secret)
    for (const name of ['owner', 'auditor'])
      expect((await (await open(name)).tryIt(calls.officeTodayOperation, {})).status).toBe(200)
  })

  test('shows what came of the last letter, and the last backup with its age', async () => {
    await college()
    const it = await open('it')
    const fact = async (is: string) => (await it.doIt(calls.officeTodayOperation, {})).facts.find((one) => one.is === is)
    const add = (username: string) =>
      it.doIt(calls.officeAddPerson, {
        body: { username, firstName: 'N', lastName: 'M', email: `${username}@example.org` },
      })
    await add('ann')
    expect([mails, await fact('mail')]).toEqual([
      ['ann@example.org'],
      expect.objectContaining({ found: 'mail-sent', at: at(0) }),
    ])
    mailFails = true
    nowMs += 1000
    await add('bob')
    expect(await fact('mail')).toMatchObject({ state: 'bad', found: 'mail-failed', at: at(0) })
    if (database !== 'sqlite') return
    await noteBackup(server.config, { madeAt: at(-27 * hourMs), bytes: 77 })
    expect(await fact('backup')).toMatchObject({
      ...{ state: 'attention', found: 'backup-made', from: 'backup-record', at: at(-27 * hourMs), bytes: 77 },
    })
    expect(await fact('database')).toMatchObject({ checkedAt: at(-27 * hourMs) })
    await rm(join(server.config.dataFolder, 'last-backup.json'))
  })

  test('says that the database has had a migration of a newer version', async () => {
    await college()
    const it = await open('it')
    const applied = { name: '2099-01-01-new', timestamp: 'now' }
    await server.db.kysely.insertInto('migration_applied').values(applied).execute()
    const { facts } = await it.doIt(calls.officeTodayOperation, {})
    await server.db.kysely.deleteFrom('migration_applied').where('name', '=', applied.name).execute()
    expect(facts.find(({ is }) => is === 'version')).toMatchObject({
      ...{ state: 'attention', found: 'version-database-newer', names: [server.config.appVersion, applied.name] },
    })
  })

  test('is for the owners of the installation alone once several organisations share the server, and the session says so', async () => {
    await college()
    const names = ['owner', 'it', 'officer'] as const
    const first = new Map(await Promise.all(names.map(async (name) => [name, await open(name)] as const)))
    const seen = async (name: (typeof names)[number]) => {
      const one = first.get(name) ?? (await open(name))
      const { permissions } = await one.doIt(calls.officeSession, {})
      const { status } = await one.tryIt(calls.officeTodayOperation, {})
      return [status, permissions.includes('system.read')]
    }
    expect([await seen('owner'), await seen('it'), await seen('officer')]).toEqual([
      [200, true],
      [200, true],
      [403, false],
    ])
    await college(2)
    expect([await seen('owner'), await seen('it'), await seen('officer')]).toEqual([
      [403, false],
      [403, false],
      [403, false],
    ])
    const elsewhere = await open('owner', 2)
    expect((await elsewhere.refused(calls.officeTodayOperation, {})).code).toBe('NOT_ALLOWED')
    // Whatever their role is: the operator of the server may be the exams officer of a college.
    await giveOwnInstallation(server, { orgId: 1, userGuid: 'o1-officer' })
    expect([await seen('officer'), await seen('owner')]).toEqual([
      [200, true],
      [403, false],
    ])
  })
})
