import { calls, type Role, type TodayEntry } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeRecoveryCodes, takeRecoveryCode } from '../security/mfa/recovery-codes.ts'
import { bothDatabases } from '../testing/databases.ts'
import { openLibrary } from '../testing/library-desk.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, examOf, personOf, sitExam } from '../testing/test-world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe.each(bothDatabases)('today on %s', (database) => {
  let nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let orgId: number
  const nextOrgId = countOrganisations()
  const at = (ms: number) => new Date(nowMs + ms).toISOString()
  const mails: string[] = []
  const mailFails = false

  beforeAll(async () => {
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
  afterAll(() => server.stop())

  const staff = (username: string, number: number, roles: readonly (Role | { role: Role; until: string })[]) => ({
    ...personOf(`o${orgId}`, username, number),
    roles: [...roles],
  })
  type Wishes = NonNullable<Parameters<typeof arrange>[1]>
  const college = (file: Wishes['file'] = {}, exam?: Wishes['exam']) =>
    arrange(server, {
      orgId,
      ...(exam && { exam }),
      file: {
        people: [
          personOf(`o${orgId}`, 'learner', 1),
          personOf(`o${orgId}`, 'other', 2),
          staff('owner', 10, ['owner']),
          staff('officer', 11, ['exams-officer']),
          staff('author', 12, ['author']),
          staff('invigilator', 13, ['invigilator']),
          staff('it', 14, ['it-administrator']),
          staff('auditor', 15, ['auditor']),
        ],
        settings: { OfficeSecondStep: 'off' },
        schedules: [],
        ...file,
      },
    })
  beforeEach(() => {
    orgId = nextOrgId()
  })

  const open = (username: string, of = orgId) => openOffice(server, of, username)
  const today = async (one: OfficeBrowser, zone?: string) =>
    (await one.doIt(calls.officeToday, { query: { ...(zone !== undefined && { zone }) } })).entries
  const kinds = (entries: readonly TodayEntry[]) => entries.map(({ is }) => is)
  const entry = (entries: readonly TodayEntry[], is: TodayEntry['is']) => entries.find((one) => one.is === is)
  const timed = (guid: string, username: string, start: number, end: number) => ({
    ...{ guid, username, exam: `o${orgId}-exam`, startDt: at(start), completeDt: at(end) },
  })

  // OFFICE-405
  test('names results that wait for a signature or a release to whoever may give it, by the newest set of each delivery', async () => {
    await college()
    const set = {
      org_id: orgId,
      computed_by: 'o',
      computed_at: nowMs,
      request_id: 'r',
      rules_version: 0,
      people: 1,
      outcomes: '{}',
    }
    const waiting = {
      ...set,
      hash: 'h',
      reason: null,
      waiver: null,
      frozen_at: null,
      begun_at: null,
      late_ms: null,
      released_at: null,
    }
    const unfinished = {
      ...waiting,
      signed_by: null,
      signed_at: null,
      withdrawn_by: null,
      withdrawn_at: null,
      withdrawn_reason: null,
    }
    const none = { ...unfinished, confirmed_by: null, confirmed_at: null, release_at: null, release_by: null }
    await server.db.kysely
      .insertInto('result_set')
      .values([
        { ...none, delivery_id: 'a', set_number: 1, state: 'computed' },
        { ...none, delivery_id: 'a', set_number: 2, state: 'computed' },
        { ...none, delivery_id: 'b', set_number: 1, state: 'confirmed' },
        { ...none, delivery_id: 'c', set_number: 1, state: 'computed' },
        { ...none, delivery_id: 'c', set_number: 2, state: 'confirmed', release_at: nowMs + dayMs },
        { ...none, delivery_id: 'd', set_number: 1, state: 'withdrawn' },
      ])
      .execute()
    const toConfirm = { is: 'results-to-confirm', count: 1 }
    const toRelease = { is: 'results-to-release', count: 1 }
    expect(await today(await open('officer'))).toEqual([toConfirm, toRelease])
    expect(await today(await open('auditor'))).toEqual([])
    expect(await today(await open('invigilator'))).toEqual([])
  })

  test('has nothing for people whom nothing waits for', async () => {
    await college()
    for (const name of ['owner', 'officer', 'author', 'invigilator', 'it', 'auditor'])
      expect([name, await today(await open(name))]).toEqual([name, []])
  })

  test('shows whoever can do something about it that there are no learners or no exams yet', async () => {
    const people = [staff('owner', 10, ['owner']), staff('author', 12, ['author']), staff('auditor', 15, ['auditor'])]
    const withoutExam = () => server.db.kysely.deleteFrom('exam').where('org_id', '=', orgId).execute()
    await college({ people })
    expect(kinds(await today(await open('owner')))).toEqual(['no-people'])
    await withoutExam()
    expect(await today(await open('owner'))).toEqual([
      { is: 'no-people', count: 0 },
      { is: 'no-exams', count: 0 },
    ])
    expect(kinds(await today(await open('author')))).toEqual(['no-exams'])
    expect(await today(await open('auditor'))).toEqual([])
    orgId = nextOrgId()
    await college()
    await withoutExam()
    expect(kinds(await today(await open('owner')))).toEqual(['no-exams'])
  })

  test('tells staff of exams that open or end within a week, by deadline, each to those who may know', async () => {
    await college({
      schedules: [
        timed('s1', 'learner', 3 * hourMs, 8 * dayMs),
        timed('s2', 'other', 2 * hourMs, 26 * hourMs),
        { ...timed('s3', 'other', 2 * hourMs, 3 * hourMs), practice: true },
        timed('s4', 'learner', 7 * dayMs + 1000, 9 * dayMs),
        timed('s5', 'learner', -2 * dayMs, -dayMs),
      ],
    })
    const owner = await today(await open('owner'))
    const { name, examGuid } = examOf(`o${orgId}`)
    expect(owner).toEqual([
      { is: 'exam-opens', count: 2, name, examGuid, deadline: at(2 * hourMs), isToday: true },
      { is: 'people-never-signed-in', count: 2, deadline: at(2 * hourMs), isToday: true },
      { is: 'exam-ends', count: 1, name, examGuid, deadline: at(26 * hourMs) },
    ])
    expect(kinds(await today(await open('auditor')))).toEqual(['exam-opens', 'exam-ends'])
    expect(kinds(await today(await open('officer')))).toEqual(['exam-opens', 'people-never-signed-in', 'exam-ends'])
    // Whoever helps people in has the moment by which they need it.
    expect(kinds(await today(await open('it')))).toEqual(['people-never-signed-in'])
    for (const none of ['author', 'invigilator']) expect(await today(await open(none))).toEqual([])
  })

  test('has a day that ends at midnight of the time zone that the page names, and of UTC if there is no such zone', async () => {
    // It is 09:00 in London and 22:00 in Auckland.
    await college({ schedules: [timed('s1', 'learner', 3 * hourMs, 20 * dayMs)] })
    const owner = await open('owner')
    const isToday = async (zone?: string) => entry(await today(owner, zone), 'exam-opens')?.isToday
    expect([await isToday(), await isToday('Europe/London'), await isToday('No/Where')]).toEqual([true, true, true])
    expect(await isToday('Pacific/Auckland')).toBeUndefined()
  })

  test('counts sittings under way, and learners who wait for more time, until somebody has decided', async () => {
    const exam = examOf(`o${orgId}`, { settings: { examTime: 600, isExtendable: true } })
    const world = await college({ schedules: [{ guid: `o${orgId}-schedule`, username: 'learner', exam: exam.examGuid }] }, exam)
    const sitting = await sitExam(server, world)
    const { formRunGuid } = sitting
    const invigilator = await open('invigilator')
    expect(await today(invigilator)).toEqual([{ is: 'sittings-open', count: 1, deadline: at(600_000), isToday: true }])
    const ask = (withdraw?: true) =>
      doCall(
        server,
        calls.requestExtension,
        { body: { orgID: orgId, formRunGuid, ...(withdraw && { withdraw }) } },
        sitting.token,
      )
    await ask()
    expect(await today(invigilator)).toEqual([
      { is: 'extension-requests', count: 1, deadline: at(600_000), isToday: true },
      { is: 'sittings-open', count: 1, deadline: at(600_000), isToday: true },
    ])
    // An auditor decides about none.
    expect(kinds(await today(await open('auditor')))).toEqual(['sittings-open'])
    await ask(true)
    expect(kinds(await today(invigilator))).toEqual(['sittings-open'])
  })

  test('tells of imports that can be undone, for as long as they can', async () => {
    await college()
    const officer = await open('officer')
    const content = Buffer.from('User name;First name;Surname\naoife.b;Aoife;Byrne\n').toString('base64')
    const file = { name: 'autumn.csv', content }
    const { hash } = await officer.doIt(calls.officePreviewPeopleImport, { body: file })
    const { import: made } = await officer.doIt(calls.officeImportPeople, { body: { ...file, hash } })
    const undoable = { is: 'imports-undoable', count: 1, name: 'autumn.csv', deadline: at(7 * dayMs) }
    expect(await today(officer)).toEqual([undoable])
    expect(await today(await open('auditor'))).toEqual([])
    await server.db.kysely.updateTable('people_import').set({ completed_at: null }).where('org_id', '=', orgId).execute()
    expect(await today(officer)).toEqual([])
    nowMs += 10 * 60_000 + 1
    expect(await today(officer)).toEqual([{ ...undoable, is: 'imports-broken' }])
    await officer.doIt(calls.officeUndoPeopleImport, { body: { id: made.id, apply: true } })
    expect(await today(officer)).toEqual([])
  })

  test('tells of one’s own uploads alone', async () => {
    await college()
    const author = await openLibrary(server, orgId, 'author')
    const bytes = new TextEncoder().encode('::Oak:: Which is an oak? {=English oak ~Beech ~Elm}\n')
    await author.read(bytes, 'trees.gift')
    await author.read(new TextEncoder().encode('%PDF-1.7 no package'), 'letter.zip')
    const upload = { count: 1, deadline: at(dayMs) }
    expect(await today(author)).toEqual([
      { ...upload, is: 'uploads-wait', name: 'trees.gift' },
      { ...upload, is: 'uploads-refused', name: 'letter.zip' },
    ])
    expect(await today(await open('owner'))).toEqual([])
  })

  test('tells of invitations that end within two days, until the person has signed in', async () => {
    await college()
    const officer = await open('officer')
    const addPerson = { username: 'new', firstName: 'Nia', lastName: 'Neu' }
    await officer.doIt(calls.officeAddPerson, { body: addPerson })
    expect(await today(officer)).toEqual([])
    const endsMs = nowMs + server.config.inviteLinkMs
    nowMs = endsMs - 2 * dayMs
    const soon = await open('officer')
    expect(await today(soon)).toEqual([{ is: 'invitations-end', count: 1, deadline: new Date(endsMs).toISOString() }])
    const person = () => server.db.kysely.updateTable('person').where('org_id', '=', orgId).where('username', '=', 'new')
    await person().set({ last_sign_in_at: nowMs }).execute()
    expect(await today(soon)).toEqual([])
    await person().set({ last_sign_in_at: 0, suspended: 1 }).execute()
    expect(await today(soon)).toEqual([])
  })

  test('tells of roles that end within 14 days: of one’s own, and of others to whoever reads roles', async () => {
    await college({
      people: [
        staff('owner', 10, ['owner']),
        { ...staff('kwame', 11, [{ role: 'invigilator', until: at(14 * dayMs) }]), firstName: 'Kwame', lastName: 'Mensah' },
        staff('late', 12, [{ role: 'marker', until: at(14 * dayMs + 1000) }]),
        staff('gone', 13, [{ role: 'marker', until: at(-1000) }]),
        personOf(`o${orgId}`, 'learner', 1),
      ],
    })
    const ends = { count: 1, deadline: at(14 * dayMs) }
    const owner = await open('owner')
    expect(await today(owner)).toEqual([{ is: 'roles-end', ...ends, name: 'Kwame Mensah', userID: 11 }])
    expect(await today(await open('kwame'))).toEqual([{ is: 'own-role-ends', ...ends, role: 'invigilator' }])
    nowMs += 2000
    const both = entry(await today(owner), 'roles-end')
    expect([both?.count, both?.userID, both?.name]).toEqual([2, undefined, 'Kwame Mensah'])
    await owner.doIt(calls.officeWithdrawRole, { body: { userID: 11, role: 'invigilator', reason: 'ill' } })
    expect(entry(await today(owner), 'roles-end')).toMatchObject({ count: 1, userID: 12 })
  })

  test('tells of a second step that is missing though it is asked for, and of recovery codes that run out', async () => {
    await college()
    const owner = await open('owner')
    const holder = { org_id: orgId, user_guid: `o${orgId}-owner` }
    const codes = await server.db.kysely.transaction().execute((transaction) => makeRecoveryCodes(transaction, holder, nowMs))
    for (const code of codes.slice(0, 6)) await takeRecoveryCode(server.db.kysely, holder, code, nowMs)
    expect(await today(owner)).toEqual([])
    await takeRecoveryCode(server.db.kysely, holder, codes[6] ?? '', nowMs)
    expect(await today(owner)).toEqual([{ is: 'own-recovery-codes', count: 3 }])
    const setting = { org_id: orgId, name: 'OfficeSecondStep', value: 'on' }
    await server.db.kysely.deleteFrom('setting').where('org_id', '=', orgId).where('name', '=', setting.name).execute()
    await server.db.kysely.insertInto('setting').values(setting).execute()
    expect(kinds(await today(owner))).toEqual(['own-second-step', 'own-recovery-codes', 'staff-without-second-step'])
    expect(entry(await today(owner), 'staff-without-second-step')?.count).toBe(6)
    await server.db.kysely
      .insertInto('mfa')
      .values({ ...holder, mfa_option: 3, secret: 'x', last_step: null })
      .execute()
    expect(await today(owner)).toEqual([
      { is: 'own-recovery-codes', count: 3 },
      { is: 'staff-without-second-step', count: 5 },
    ])
  })

  test('has nothing of another organisation', async () => {
    const elsewhere = nextOrgId()
    const here = orgId
    const exam = examOf(`o${here}`, { settings: { examTime: 600, isExtendable: true } })
    const sat = { guid: `o${here}-schedule`, username: 'learner', exam: exam.examGuid }
    const world = await college({ schedules: [sat, timed('x1', 'other', hourMs, 2 * hourMs)] }, exam)
    const { token, formRunGuid } = await sitExam(server, world)
    await doCall(server, calls.requestExtension, { body: { orgID: here, formRunGuid } }, token)
    await (await open('officer')).doIt(calls.officeAddPerson, { body: { username: 'new', firstName: 'Nia', lastName: 'Neu' } })
    orgId = elsewhere
    await college()
    const nobody = async () => {
      for (const name of ['owner', 'officer', 'invigilator', 'it'])
        expect([name, await today(await open(name))]).toEqual([name, []])
    }
    expect(kinds(await today(await open('owner', here)))).toEqual([
      ...(['extension-requests', 'sittings-open', 'exam-opens', 'people-never-signed-in', 'exam-ends'] as const),
    ])
    await nobody()
    nowMs += server.config.inviteLinkMs - hourMs
    expect(kinds(await today(await open('owner', here)))).toContain('invitations-end')
    await nobody()
  })
})
