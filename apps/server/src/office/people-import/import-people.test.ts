import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveRole } from '../../testing/change-roles.ts'
import { bothDatabases } from '../../testing/databases.ts'
import type { OfficeBrowser } from '../../testing/office-browser.ts'
import { openOffice } from '../../testing/open-office.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, personOf } from '../../testing/test-world.ts'
import { selectKnownPeople } from './known-people.ts'
import { planRows, readRows, totalsOf } from './plan.ts'
import { deleteRowsBefore, selectImport } from './queries.ts'
import { storeImport } from './store-import.ts'

const dayMs = 24 * 60 * 60_000

describe.each(bothDatabases)('an import of people on %s', (database) => {
  let nowMs = Date.parse('2026-11-30T09:30:00Z')
  let server: TestServer
  let orgId: number
  let office: OfficeBrowser
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    orgId = nextOrgId()
    await arrange(server, {
      orgId,
      file: {
        people: [
          { ...personOf(`o${orgId}`, 'officer', 1), roles: ['exams-officer'] },
          { ...personOf(`o${orgId}`, 'lena', 2), firstName: 'Lena', lastName: 'Lindqvist', learnerIdentifier: 'A1' },
          { ...personOf(`o${orgId}`, 'tomasz', 3), firstName: 'Tomasz', lastName: 'Wrona', learnerIdentifier: 'A2' },
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off' },
      },
    })
    office = await opened('officer')
  })

  const opened = (username: string) => openOffice(server, orgId, username)
  const file = (text: string | Uint8Array, more = {}) => ({
    ...{ name: 'people.csv', content: Buffer.from(text as string).toString('base64') },
    ...more,
  })
  const preview = (text: string | Uint8Array, more = {}) =>
    office.doIt(calls.officePreviewPeopleImport, { body: file(text, more) })
  const importAll = async (text: string) => {
    const { hash } = await preview(text)
    return office.doIt(calls.officeImportPeople, { body: { ...file(text), hash } })
  }
  const undo = (id: string, apply: boolean) => office.doIt(calls.officeUndoPeopleImport, { body: { id, apply } })
  const people = async () => {
    const { people: rows } = await office.doIt(calls.officePeople, { query: { limit: 200, sort: 'username' } })
    return rows.map(({ username, firstName, lastName, email = '', identifier = '' }) =>
      [username, `${firstName} ${lastName}`, email, identifier].join('|'),
    )
  }
  const personOfOffice = async (username: string) => {
    const { people: rows } = await office.doIt(calls.officePeople, { query: { search: username } })
    const userID = rows.find((one) => one.username === username)?.userID ?? 0
    return office.doIt(calls.officePerson, { query: { userID } })
  }

  const mixed = [
    'User name;First name;Surname;Number;E-mail',
    'aoife.b;Aoife;Byrne;A3;aoife@example.org',
    'lena;Lena;Lindqvist-Berg;A1;',
    'tomasz;Tomasz;Wrona;A2;',
    'kwame.m;Kwame;Mensah;A1;',
    'officer;Olga;Other;;',
    'yuki.t;Yuki;Tanaka;A5;yuki at home',
    '"=HYPERLINK(""x"")";=1+1;Formula;A6;',
  ].join('\r\n')

  // OFFICE-201 OFFICE-202
  test('shows what each row comes to before it stores anything, and stores exactly that', async () => {
    const before = await people()
    const shown = await preview(mixed)
    expect(shown).toMatchObject({ encoding: 'utf-8', delimiter: ';', totals: { new: 2, changed: 1, unchanged: 1, refused: 3 } })
    expect(shown.columns.map(({ holds }) => holds)).toEqual(['username', 'firstName', 'lastName', 'identifier', 'email'])
    expect(shown.rows.map(({ row, is, problems }) => [row, is, ...problems.map(({ problem }) => problem)])).toEqual([
      [2, 'new'],
      [3, 'changed'],
      [4, 'unchanged'],
      [5, 'refused', 'twice-in-file', 'two-people'],
      [6, 'refused', 'staff'],
      [7, 'refused', 'no-address'],
      [8, 'new'],
    ])
    expect(await people()).toEqual(before)
    const done = await office.doIt(calls.officeImportPeople, { body: { ...file(mixed), hash: shown.hash } })
    expect(done).toMatchObject({
      import: { fileName: 'people.csv', totals: shown.totals, isComplete: true, undoUntil: '2026-12-07T09:30:00.000Z' },
      skipped: [],
    })
    expect(await people()).toEqual([
      '=HYPERLINK("x")|=1+1 Formula||A6',
      'aoife.b|Aoife Byrne|aoife@example.org|A3',
      'lena|Lena Lindqvist-Berg||A1',
      expect.stringContaining('officer|'),
      'tomasz|Tomasz Wrona||A2',
    ])
    expect((await personOfOffice('aoife.b')).roles ?? []).toEqual([])
    expect((await office.doIt(calls.officePeopleImports, {})).imports).toEqual([done.import])
    expect((await preview(mixed)).totals).toEqual({ new: 0, changed: 0, unchanged: 4, refused: 3 })
  })

  test('imports the same preview once, however often it is sent, and nothing if it would do something else by now', async () => {
    const text = 'username,lastname\nada,Byron\ngrace,Hopper\n'
    const { hash } = await preview(text)
    const body = { ...file(text), hash }
    const [first, second] = await Promise.all([1, 2].map(() => office.doIt(calls.officeImportPeople, { body })))
    const third = await office.doIt(calls.officeImportPeople, { body })
    expect((await people()).filter((one) => /^(ada|grace)/.test(one))).toHaveLength(2)
    const stored = [first, second].map((one) => (one?.import.totals.new ?? 0) + 0)
    expect(stored.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(2)
    expect(third.skipped).toEqual([])
    const change = 'username,lastname\nlena,Berg\n'
    const shown = await preview(change)
    const { person } = await personOfOffice('lena')
    await office.doIt(calls.officeChangePerson, {
      body: { userID: person.userID, version: person.version, phone: '+46 8 1234' },
    })
    const refused = await office.refused(calls.officeImportPeople, { body: { ...file(change), hash: shown.hash } })
    expect(refused.code).toBe('CHANGED_MEANWHILE')
    expect((await people()).filter((one) => one.includes('Berg'))).toEqual([])
  })

  test('stores no row whose person was changed or became staff since the plan was made', async () => {
    const rows = [
      ['lena', 'Berg'],
      ['tomasz', 'Other'],
      ['ada', 'Byron'],
      ['grace', 'Hopper'],
    ]
    const read = readRows({
      rows: rows.map((cells, at) => ({ number: at + 2, cells })),
      columns: ['username', 'lastName'],
      dateOrder: 'day-first',
    })
    const planned = planRows(read, await selectKnownPeople(server.db, { orgId, nowMs }, read))
    const { person } = await personOfOffice('lena')
    await office.doIt(calls.officeChangePerson, {
      body: { userID: person.userID, version: person.version, phone: '+46 8 1234' },
    })
    await giveRole(server, { orgId, userGuid: `o${orgId}-tomasz` }, 'invigilator')
    await office.doIt(calls.officeAddPerson, { body: { username: 'ADA', firstName: '', lastName: 'Other' } })
    const { importId, skipped } = await storeImport(
      {
        database: server.db,
        clock: server.clock,
        securityLog: { note: () => {}, settled: async () => {}, stop: async () => {} },
      },
      { orgId, author: 'officer', address: '', fileName: 'x.csv', planHash: 'x', totals: totalsOf(planned) },
      planned,
    )
    expect(skipped.map(({ row }) => row)).toEqual([2, 3, 4])
    expect((await selectImport(server.db, { orgId, importId }))?.refused).toBe(3)
    expect((await people()).filter((one) => /Berg|Byron|tomasz.*Other/.test(one))).toEqual([])
  })

  test('voids the links that set the password of somebody whose e-mail address it changes, and of nobody else', async () => {
    for (const username of ['lena', 'tomasz'])
      await office.doIt(calls.officeInvitePerson, { body: { userID: (await personOfOffice(username)).person.userID } })
    await importAll('username,lastname,email\nlena,Lindqvist,new@example.org\ntomasz,Other,\n')
    const tokens = await server.db.kysely.selectFrom('personal_token').select('user_guid').where('org_id', '=', orgId).execute()
    expect(tokens.map(({ user_guid }) => user_guid)).toEqual([`o${orgId}-tomasz`])
  })

  // OFFICE-209 OFFICE-411
  test('is undone row by row as its preview shows: who was used, or was changed since, is kept', async () => {
    const { import: done } = await importAll(
      ['username,firstname,lastname,number', 'ada,Ada,Byron,', 'grace,Grace,Hopper,', 'lena,Lena,Berg,', 'tomasz,Tom,,B2'].join(
        '\n',
      ),
    )
    const ada = (await personOfOffice('ada')).person
    const [row] = await server.db.kysely
      .selectFrom('person')
      .select('user_guid')
      .where('org_id', '=', orgId)
      .where('username', '=', 'ada')
      .execute()
    await giveRole(server, { orgId, userGuid: row?.user_guid ?? '' }, 'invigilator')
    const tomasz = (await personOfOffice('tomasz')).person
    await office.doIt(calls.officeChangePerson, {
      body: { userID: tomasz.userID, version: tomasz.version, email: 'tom@example.org' },
    })
    const expected = [
      [2, 'kept', 'in-use'],
      [3, 'removed', undefined],
      [4, 'reverted', undefined],
      [5, 'kept', 'changed-since'],
    ]
    const told = ({ rows }: Awaited<ReturnType<typeof undo>>) => rows.map(({ row, is, why }) => [row, is, why])
    const before = await people()
    expect(told(await undo(done.id, false))).toEqual(expected)
    expect(await people()).toEqual(before)
    const undone = await undo(done.id, true)
    expect(told(undone)).toEqual(expected)
    expect(undone.import).toMatchObject({ undoneAt: '2026-11-30T09:30:00.000Z' })
    expect(undone.import.undoUntil).toBeUndefined()
    expect(await people()).toEqual([
      'ada|Ada Byron||',
      'lena|Lena Lindqvist||A1',
      expect.stringContaining('officer|'),
      'tomasz|Tom Wrona|tom@example.org|B2',
    ])
    expect((await personOfOffice('ada')).person.userID).toBe(ada.userID)
    expect(await importAll('username,lastname\ngrace,Hopper\n')).toMatchObject({ import: { totals: { new: 1 } } })
  })

  test('can be undone for seven days; then the earlier fields are forgotten', async () => {
    const { import: done } = await importAll('username,lastname\nlena,Berg\n')
    await importAll('username,lastname\ntomasz,Other\n')
    nowMs += 7 * dayMs
    office = await opened('officer')
    expect((await office.refused(calls.officeUndoPeopleImport, { body: { id: done.id, apply: true } })).code).toBe('TIME_OVER')
    const [listed] = (await office.doIt(calls.officePeopleImports, {})).imports
    expect(listed?.undoUntil).toBeUndefined()
    const rows = () => server.db.kysely.selectFrom('people_import_row').selectAll().where('org_id', '=', orgId).execute()
    await deleteRowsBefore(server.db, nowMs - 7 * dayMs)
    expect(await rows()).toHaveLength(2)
    await deleteRowsBefore(server.db, nowMs - 7 * dayMs + 1)
    expect(await rows()).toEqual([])
    nowMs -= 7 * dayMs
  })

  test('reads files of any encoding and delimiter, and asks about what it guesses', async () => {
    const latin = await preview(
      Buffer.from('Benutzername\tVorname\tNachname\tGeburtsdatum\njm\tJosé\tMüller\t3.12.2004\n', 'latin1'),
    )
    expect(latin).toMatchObject({ delimiter: '\t', doubtfulSample: expect.stringContaining('Jos'), isDateOrderOpen: false })
    expect(latin.rows[0]).toMatchObject({ is: 'new', name: 'José Müller' })
    const open = 'login,last,born\na,B,03/12/2004\n'
    const columns = ['username', 'lastName', 'dateOfBirth']
    expect(await preview(open, { columns })).toMatchObject({ isDateOrderOpen: true, dateOrder: 'day-first' })
    expect(await preview(open, { columns, dateOrder: 'month-first' })).toMatchObject({ dateOrder: 'month-first' })
    expect((await preview('first,last\nAda,Byron\n')).wrongColumns).toBe('nobody')
    expect(await preview('a,b\n1,2\n', { columns: ['email', 'email'] })).toMatchObject({ wrongColumns: 'twice', rows: [] })
  })

  test('refuses what is no table with the row, and no file makes it answer with an error of its own', async () => {
    const refused = async (content: string | Uint8Array) =>
      (await office.refused(calls.officePreviewPeopleImport, { body: file(content) })).code
    for (const bad of [
      '',
      'username\n',
      'username,last\n"a,b\n',
      'PK\u0003\u0004',
      `username\n${'\0'}\n`,
      `username\n${'x\n'.repeat(20_001)}`,
    ])
      expect([bad.slice(0, 20), await refused(bad)]).toEqual([bad.slice(0, 20), 'INVALID_FILE'])
    for (const odd of [
      '\ufffd,username\n1,2\n',
      'username,last\n\u202ea,b\n',
      'username,last\n%00,\ud800\n',
      `username,last\n${'é'.repeat(500)},x\n`,
    ])
      expect((await preview(odd)).totals.new).toBeLessThanOrEqual(1)
    const large = await office.tryIt(calls.officePreviewPeopleImport, { body: file('x'.repeat(9 * 1024 * 1024)) })
    expect([400, 413, 422]).toContain(large.status)
  })

  test('is for staff with the permission, in their own organisation', async () => {
    const { import: done } = await importAll('username,lastname\nada,Byron\n')
    const other = nextOrgId()
    await arrange(server, {
      orgId: other,
      file: {
        people: [
          { ...personOf(`o${other}`, 'officer', 1), roles: ['exams-officer'] },
          { ...personOf(`o${other}`, 'marker', 2), roles: ['marker'] },
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off' },
      },
    })
    orgId = other
    const stranger = await opened('officer')
    expect((await stranger.refused(calls.officeUndoPeopleImport, { body: { id: done.id, apply: true } })).code).toBe(
      'NOT_FOUND',
    )
    expect((await stranger.doIt(calls.officePeopleImports, {})).imports).toEqual([])
    const marker = await opened('marker')
    const body = file('username,lastname\nada,Byron\n')
    expect((await marker.refused(calls.officePreviewPeopleImport, { body })).code).toBe('NOT_ALLOWED')
    expect((await marker.refused(calls.officeImportPeople, { body: { ...body, hash: 'x' } })).code).toBe('NOT_ALLOWED')
  })
})
