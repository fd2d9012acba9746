import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, type Role } from '@sitwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withdrawRoles } from '../roles/change-grants.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, credentials, doCall, personOf, signIn, tryCall } from '../testing/test-world.ts'
import { importFiles } from './import-files.ts'
import { commandPerson } from './person.ts'
import { commandRoles, type RolesWord } from './roles.ts'

describe.each(bothDatabases)('roles at a command line, on %s', (database) => {
  let server: TestServer
  let orgId: number
  const nextOrgId = countOrganisations()
  const output: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ database })
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })
  beforeEach(async () => {
    orgId = nextOrgId()
    const people = ['ada', 'ben', 'cleo'].map((name, index) => personOf(`o${orgId}`, name, index + 1))
    await arrange(server, { orgId, file: { people, schedules: [] } })
  })
  afterEach(() => output.splice(0))

  const roles = (word: RolesWord, username?: string, role?: string, more: object = {}) => {
    const none = { from: undefined, until: undefined, reason: undefined }
    return commandRoles(server.db, word, { orgId, username, role, ...none, ...more })
  }
  const withdraw = (username: string, role: Role) => roles('withdraw', username, role, { reason: 'has left' })
  const grants = () => server.db.kysely.selectFrom('role_grant').selectAll().where('org_id', '=', orgId).execute()
  const person = (username: string) =>
    server.db.kysely
      .selectFrom('person')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  const isAdmin = async (username: string) => (await signIn(server, { orgId }, username)).Admin

  test('a role that is granted holds from the next call on, is listed, and is in the security log with who granted it', async () => {
    const { access_token } = await signIn(server, { orgId }, 'ada')
    const list = () => tryCall(server, calls.dashFormRuns, { query: {} }, access_token)
    expect((await list()).status).toBe(403)
    expect(await roles('grant', 'ada', 'invigilator')).toBe(0)
    expect((await list()).status).toBe(200)
    expect(await roles('grant', 'ada', 'invigilator')).toBe(0)
    expect(output.splice(0)).toEqual(['ada has the role invigilator.', 'ada has the role invigilator already.'])
    expect(await grants()).toHaveLength(1)
    expect(await roles('list')).toBe(0)
    expect(output[0]).toMatch(/^ada {2}invigilator {2}in force {2}granted by command:\S+ \d{4}-/)
    expect(output[1]).toContain('has no owner')
    const [event] = await selectEvents(server.db, { orgId, kind: 'role-granted', most: 10 })
    expect(JSON.parse(event?.content ?? '')).toMatchObject({
      author: expect.stringMatching(/^command:./),
      target: { role: 'invigilator' },
    })
    expect(event?.user_guid).toBe(`o${orgId}-ada`)
  })

  // OFFICE-411
  test('a role that is withdrawn is gone at the next call, and stays listed with the reason and who withdrew it', async () => {
    await roles('grant', 'ada', 'it-administrator')
    const { access_token, Admin } = await signIn(server, { orgId }, 'ada')
    expect(Admin).toBe(true)
    const find = () => tryCall(server, calls.findPeople, { body: { search: '' } }, access_token)
    expect((await find()).status).toBe(200)
    expect(await withdraw('ada', 'it-administrator')).toBe(0)
    expect((await find()).status).toBe(403)
    expect(await isAdmin('ada')).toBe(false)
    output.splice(0)
    await roles('list', 'ada')
    expect(output.join()).toMatch(/withdrawn \S+ by command:.*reason: has left/)
    expect(await withdraw('ada', 'it-administrator')).toBe(1)
    await expect(roles('withdraw', 'ada', 'it-administrator')).rejects.toThrow('--reason')
    expect(await selectEvents(server.db, { orgId, kind: 'role-withdrawn', most: 10 })).toHaveLength(1)
    // Again: its own grant.
    await roles('grant', 'ada', 'it-administrator')
    expect((await grants()).map(({ withdrawn_at }) => withdrawn_at === null).sort()).toEqual([false, true])
  })

  test('the last owner keeps the role, can’t be erased, and goes once there is another one for good', async () => {
    await roles('grant', 'ada', 'owner')
    await roles('grant', 'ben', 'owner', { until: '2999-01-01T00:00Z' })
    expect(await withdraw('ada', 'owner')).toBe(1)
    expect(output.join()).toContain('the last owner')
    const erase = (username: string) => commandPerson(server.db, 'erase', { orgId, username, folder: 'nowhere' })
    expect(await erase('ada')).toBe(1)
    expect((await person('ada')).suspended).toBe(0)
    await roles('grant', 'cleo', 'owner')
    await server.db.kysely.updateTable('person').set({ suspended: 1 }).where('user_guid', '=', `o${orgId}-cleo`).execute()
    expect(await withdraw('ada', 'owner')).toBe(1)
    await server.db.kysely.updateTable('person').set({ suspended: 0 }).where('user_guid', '=', `o${orgId}-cleo`).execute()
    expect(await erase('ada')).toBe(0)
    expect((await grants()).find(({ user_guid }) => user_guid === `o${orgId}-ada`)).toMatchObject({
      withdrawn_by: 'erasure',
      withdrawn_reason: null,
    })
    expect(await withdraw('cleo', 'owner')).toBe(1)
  })

  test('of two owners who are withdrawn at the same moment one stays', async () => {
    await roles('grant', 'ada', 'owner')
    await roles('grant', 'ben', 'owner')
    const whom = (username: string) => ({ org_id: orgId, user_guid: `o${orgId}-${username}`, admin: 0, invigilator: 0 })
    const acting = { author: 'x', nowMs: server.clock.nowMs(), reason: 'x' }
    const outcomes = await Promise.all(
      ['ada', 'ben'].map((username) =>
        server.db.kysely.transaction().execute((transaction) => withdrawRoles(transaction, whom(username), () => true, acting)),
      ),
    )
    expect(outcomes.sort()).toEqual(['last owner', 'withdrawn'])
  })

  test('says what it can’t make sense of, and changes nothing', async () => {
    expect(await roles('grant', 'nobody', 'owner')).toBe(1)
    await expect(roles('grant', 'ada', 'emperor')).rejects.toThrow(/one of owner, exams-officer/)
    await expect(roles('grant', 'ada', 'owner', { until: 'soon' })).rejects.toThrow('--until')
    await expect(roles('grant', 'ada', 'owner', { until: '2001-01-01T00:00Z' })).rejects.toThrow('later')
    expect(await grants()).toEqual([])
  })

  test('what a node of 0.2.0 stores as flags holds at once, becomes grants with the first change, and comes back by no flag', async () => {
    const store = (flags: object) =>
      server.db.kysely.updateTable('person').set(flags).where('user_guid', '=', `o${orgId}-ada`).execute()
    await store({ admin: 1, invigilator: 1 })
    expect(await isAdmin('ada')).toBe(true)
    expect(await grants()).toEqual([])
    await roles('grant', 'ada', 'marker')
    expect((await grants()).map(({ role }) => role).sort()).toEqual(['invigilator', 'it-administrator', 'marker'])
    expect(await withdraw('ada', 'it-administrator')).toBe(0)
    expect(await person('ada')).toMatchObject({ admin: 0, invigilator: 1 })
    // From now on the flags only say to old nodes what the grants are.
    await store({ admin: 1 })
    expect(await isAdmin('ada')).toBe(false)
  })

  test('flags follow what is granted, but for roles with an end, which a node of 0.2.0 would not know of', async () => {
    await roles('grant', 'ada', 'exams-officer')
    await roles('grant', 'ben', 'owner', { until: '2999-01-01T00:00Z' })
    expect(await person('ada')).toMatchObject({ admin: 1, invigilator: 1 })
    expect(await person('ben')).toMatchObject({ admin: 0, invigilator: 0 })
    expect(await isAdmin('ben')).toBe(true)
  })

  test('an organisation file brings roles with new people, logged one by one, and changes nobody who is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-roles-'))
    const [, ben] = ['ada', 'ben'].map((name, index) => personOf(`o${orgId}`, name, index + 1))
    const until = '2999-01-01T00:00:00Z'
    const people = [
      { ...ben, password: 'taken over', roles: ['owner'], admin: true },
      { ...personOf(`o${orgId}`, 'dora', 10), roles: ['auditor', { role: 'marker', until }] },
      { ...personOf(`o${orgId}`, 'ed', 11), admin: true, invigilator: true },
    ]
    const organisation = { orgId, name: 'Red', urlToken: `o${orgId}` }
    const file = join(folder, 'organisation.json')
    await writeFile(file, JSON.stringify({ format: 'sitwell-organisation', formatVersion: 1, organisation, people }))
    const wishes = { orgId, learners: [], fields: {}, again: false }
    expect(await importFiles(server.db, [file], wishes)).toBe(0)
    expect((await grants()).map(({ user_guid, role }) => `${user_guid} ${role}`).sort()).toEqual([
      `o${orgId}-dora auditor`,
      `o${orgId}-dora marker`,
      `o${orgId}-ed invigilator`,
      `o${orgId}-ed it-administrator`,
    ])
    expect(await person('ben')).toMatchObject({ admin: 0, invigilator: 0 })
    expect((await tryCall(server, calls.token, credentials({ orgId }, 'ben', 'taken over'))).status).toBe(400)
    const events = await selectEvents(server.db, { orgId, kind: 'role-granted', most: 10 })
    expect(events).toHaveLength(4)
    for (const { content } of events) expect(JSON.parse(content ?? '').author).toMatch(/^command:./)
    const bad = [{ ...personOf(`o${orgId}`, 'fay', 12), roles: [{ role: 'marker', from: until, until }] }]
    await writeFile(file, JSON.stringify({ format: 'sitwell-organisation', formatVersion: 1, organisation, people: bad }))
    expect(await importFiles(server.db, [file], wishes)).toBe(1)
    await rm(folder, { recursive: true })
    expect((await doCall(server, calls.token, credentials({ orgId }, 'dora'))).Admin).toBe(false)
  })
})
