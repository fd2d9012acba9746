import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { importFiles } from '../commands/import-files.ts'
import { readPackage } from '../import/read-package.ts'
import { declare, template } from '../import/testing/qti-item.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { doCall, examOf, saveOf, signIn } from '../testing/test-world.ts'
import { readOrganisation } from './read-organisation.ts'
import { storeOrganisation } from './store-organisation.ts'

const folders = await mkdtemp(join(tmpdir(), 'sitwell-organisation-'))
let folder: string
/** Above those that have their own rules. */
let lastOrganisation = 100

/** Writes an organisation with one exam into its own folder and answers the path of its file. */
const write = async (more: object = {}, exam: object = {}) => {
  lastOrganisation += 1
  folder = join(folders, String(lastOrganisation))
  const prefix = `o${lastOrganisation}`
  await mkdir(join(folder, 'exams', 'first'), { recursive: true })
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'exams', 'first', 'exam.json'), JSON.stringify({ ...examOf(prefix), ...exam }))
  const file = {
    format: 'sitwell-organisation',
    formatVersion: 1,
    organisation: { orgId: lastOrganisation, name: 'Red', urlToken: prefix, logo: 'logo.svg' },
    settings: { Some: 'old' },
    people: [
      {
        userId: 1,
        userGuid: `${prefix}-learner`,
        username: 'learner',
        password: 'learner-secret',
        firstName: 'A',
        lastName: 'B',
      },
    ],
    exams: ['exams/first'],
    schedules: [{ guid: `${prefix}-schedule`, username: 'learner', exam: `${prefix}-exam` }],
    ...more,
  }
  const path = join(folder, 'organisation.json')
  await writeFile(path, JSON.stringify(file))
  return { path, file, prefix, orgId: lastOrganisation }
}

const problemsOf = async (path: string) => {
  const reading = await readOrganisation(path)
  return reading.ok ? [] : reading.problems.map(({ place, message }) => `${place}: ${message}`)
}

afterAll(() => rm(folders, { recursive: true }))

describe('an organisation file', () => {
  test('brings the files below `resources` that an exam may show, and says which it leaves out', async () => {
    const { path } = await write()
    await mkdir(join(folder, 'resources', 'sounds'), { recursive: true })
    for (const name of ['sounds/hello.mp3', 'page.html']) await writeFile(join(folder, 'resources', name), name)
    const reading = await readOrganisation(path)
    expect(reading).toMatchObject({
      organisation: {
        files: [{ path: 'sounds/hello.mp3', mediaType: 'audio/mpeg' }],
        leftOut: [{ place: 'page.html', what: 'a file' }],
      },
    })
  })

  test('that names nobody, no exam, or a file elsewhere is refused with the place', async () => {
    const schedule = { guid: 's', username: 'nobody', exam: 'none' }
    expect(await problemsOf((await write({ schedules: [schedule] })).path)).toEqual([
      expect.stringMatching(/schedules\.0: nobody is called nobody/),
      expect.stringMatching(/schedules\.0: there is no exam none/),
    ])
    expect((await problemsOf((await write({ people: [{ userId: 'one' }] })).path)).join()).toMatch(/people\.0\.userId/)
    expect((await problemsOf((await write({ odd: true })).path)).join()).toMatch(/odd/)
    expect((await problemsOf((await write({ exams: ['exams/none'], schedules: [] })).path)).join()).toMatch(/exams\/none/)
  })

  test('whose logo or exam lies outside of its folder is refused, not read', async () => {
    const organisation = { orgId: 1, name: 'Red', urlToken: 'red', logo: '../../secret.png' }
    expect((await problemsOf((await write({ organisation })).path)).join()).toMatch(/logo.*leads out of the folder/)
    expect((await problemsOf((await write({ exams: ['../other'], schedules: [] })).path)).join()).toMatch(
      /leads out of the folder/,
    )
  })

  test('that is no JSON is refused', async () => {
    const { path } = await write()
    await writeFile(path, '{')
    expect(await problemsOf(path)).toEqual([expect.stringMatching(/^organisation\.json: is no JSON/)])
    expect(await problemsOf(join(folder, 'none', 'organisation.json'))).toEqual(['organisation.json: can not be read'])
  })

  test('that names somebody, a message or a schedule twice is refused with both places', async () => {
    const person = { userId: 1, userGuid: 'a', username: 'learner', password: 'x', firstName: 'A', lastName: 'B' }
    const message = { id: 'HELLO', languageId: 1, text: 'Hello' }
    const schedule = { guid: 's', username: 'learner', exam: `o${lastOrganisation + 1}-exam` }
    const { path } = await write({
      people: [person, { ...person, username: ' Learner', userGuid: 'b' }],
      messages: [message, { ...message, languageId: 2 }, { ...message, text: 'Hi' }],
      schedules: [schedule, schedule],
    })
    expect(await problemsOf(path)).toEqual([
      'organisation.json people.1: the user name learner stands here a second time',
      'organisation.json people.1: the user id 1 stands here a second time',
      'organisation.json messages.2: the message HELLO in language 1 stands here a second time',
      'organisation.json schedules.1: the schedule s stands here a second time',
    ])
    expect((await problemsOf((await write({ messages: [{ ...message, id: '' }] })).path)).join()).toMatch(/messages\.0\.id/)
    expect((await problemsOf((await write({ messages: [{ id: 'HELLO', languageId: 1 }] })).path)).join()).toMatch(
      /messages\.0\.text/,
    )
  })

  test('whose logo is not there, no picture, or too large for a page that has to be quick is refused', async () => {
    const withLogo = async (logo: string) => {
      const { path } = await write({ organisation: { orgId: 1, name: 'Red', urlToken: 'red', logo } })
      await writeFile(join(folder, 'large.png'), Buffer.alloc(200_001))
      return (await problemsOf(path)).join()
    }
    expect(await withLogo('none.svg')).toBe('organisation.json organisation.logo: there is no file none.svg')
    expect(await withLogo('logo.exe')).toMatch(/is not a svg, png or jpg file/)
    expect(await withLogo('large.png')).toMatch(/larger than 200 kB/)
  })

  test('with origins that are none, or a password rule that nobody can keep, is refused', async () => {
    const organisation = (more: object) => ({ organisation: { orgId: 1, name: 'Red', urlToken: 'red', ...more } })
    for (const loginOrigins of [['portal.example'], ['https://portal.example/'], ['javascript:alert(1)'], ['https://a@b']])
      expect((await problemsOf((await write(organisation({ loginOrigins }))).path)).join(), loginOrigins[0]).toMatch(
        /no origin/,
      )
    expect(await problemsOf((await write(organisation({ loginOrigins: ['https://portal.example:8443'] }))).path)).toEqual([])
    expect((await problemsOf((await write(organisation({ passwordPolicy: { minCharacters: 2 } }))).path)).join()).toMatch(
      /minCharacters/,
    )
  })

  // THEME-104 THEME-105
  test('whose colours no browser would show is refused, each with its place', async () => {
    const themes = { Sea: { primary: '#12f', background: 'white' }, Sky: {}, Sun: { secondary: 'rgb(255, 200, 0)' } }
    const organisation = { orgId: 1, name: 'Red', urlToken: 'red', primaryColour: '#0f', secondaryColour: '#00ff00', themes }
    expect(await problemsOf((await write({ organisation })).path)).toEqual([
      expect.stringMatching(/organisation\.primaryColour: This is no colour/),
      expect.stringMatching(/organisation\.themes\.Sea\.background: This is no colour/),
      expect.stringMatching(/organisation\.themes\.Sky: A theme needs a primary, a secondary or a background colour/),
    ])
  })
})

describe.each(bothDatabases)('importing an organisation on %s', (database) => {
  let server: TestServer
  let one: Awaited<ReturnType<typeof write>>
  const store = async (path: string) => {
    const reading = await readOrganisation(path)
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    await storeOrganisation(server.db, server.clock, reading.organisation)
  }
  const entry = () => ({
    userGuid: `${one.prefix}-learner`,
    scheduleGuid: `${one.prefix}-schedule`,
    scheduleType: 1,
    examGuid: `${one.prefix}-exam`,
    examObjectTypeGuid: `${one.prefix}-type`,
    versionNumber: 3,
  })

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => Date.parse('2026-11-21T11:30:00Z') } })
  })
  beforeEach(async () => {
    one = await write()
  })
  afterAll(() => server.stop())

  test('puts its logo into its details, and its people can sign in', async () => {
    await store(one.path)
    const init = await doCall(server, calls.init, { body: { url: `http://x.example/login?${one.prefix}` } })
    expect(init.logo).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(await signIn(server, one)).toMatchObject({ UserGUID: `${one.prefix}-learner` })
  })

  test('a second time changes nothing that a learner did', async () => {
    await store(one.path)
    const { access_token } = await signIn(server, one)
    const { formRunGUID } = await doCall(server, calls.start, { query: entry() }, access_token)
    await doCall(server, calls.saveAnswer, { body: saveOf(one, formRunGUID, { sequence: 1 }) }, access_token)
    const settings = { Some: 'new' }
    await writeFile(one.path, JSON.stringify({ ...one.file, settings }))
    await store(one.path)
    const content = await doCall(server, calls.examJson, { query: entry() }, access_token)
    expect(content.formRunGuid).toBe(formRunGUID)
    expect(content.questions[0]).toMatchObject({ serverSequence: 1 })
    const query = { orgID: one.orgId, settingName: 'Some' }
    expect(await doCall(server, calls.setting, { query }, access_token)).toEqual({ value: 'new' })
  })

  test('an exam that somebody sits is not changed under them by a new import of its version', async () => {
    await store(one.path)
    const { access_token } = await signIn(server, one)
    await doCall(server, calls.start, { query: entry() }, access_token)
    await writeFile(join(folder, 'exams', 'first', 'exam.json'), JSON.stringify({ ...examOf(one.prefix), name: 'Changed' }))
    const output: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    expect(await importFiles(server.db, [one.path], { orgId: one.orgId, learners: [], fields: {}, again: false })).toBe(0)
    log.mockRestore()
    expect(output.join('\n')).toMatch(/"Changed" stays as it was: version 3 is being sat; a changed exam needs a higher one$/)
    expect(await doCall(server, calls.examJson, { query: entry() }, access_token)).toMatchObject({
      examName: `Trees of ${one.prefix}`,
    })
  })

  test('an exam that somebody sits and that comes changed under its version is refused, and scheduled for nobody', async () => {
    const people = [...one.file.people, { ...one.file.people[0], userId: 2, userGuid: `${one.prefix}-late`, username: 'late' }]
    await writeFile(one.path, JSON.stringify({ ...one.file, people }))
    await store(one.path)
    const { access_token } = await signIn(server, one)
    await doCall(server, calls.start, { query: entry() }, access_token)
    const exam = join(folder, 'exams', 'first')
    await writeFile(join(exam, 'exam.json'), JSON.stringify({ ...examOf(one.prefix), name: 'Changed' }))
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await importFiles(server.db, [exam], { orgId: one.orgId, learners: ['late'], fields: {}, again: false })).toBe(1)
    error.mockRestore()
    const rows = await server.db.kysely.selectFrom('schedule').select('user_guid').where('org_id', '=', one.orgId).execute()
    expect(rows).toEqual([{ user_guid: `${one.prefix}-learner` }])
  })

  test('one that gives the user name, the user id, the schedule or the address of somebody else is refused with each place', async () => {
    await store(one.path)
    const [learner] = one.file.people
    const [schedule] = one.file.schedules
    const made = { ...one.file, people: [{ ...learner, userGuid: `${one.prefix}-made-again` }] }
    const orgId = one.orgId + 5000
    const importOf = async (file: object, wishes: object = {}) => {
      await writeFile(one.path, JSON.stringify(file))
      const output: string[] = []
      const error = vi.spyOn(console, 'error').mockImplementation((line: string) => void output.push(line))
      const code = await importFiles(server.db, [one.path], {
        orgId: one.orgId,
        learners: [],
        fields: {},
        again: false,
        ...wishes,
      })
      error.mockRestore()
      return { code, problems: output.slice(1) }
    }
    const ofPerson = [
      `  people.0: the user name learner is that of the person ${one.prefix}-learner already`,
      `  people.0: the user id 1 is that of the person ${one.prefix}-learner already`,
    ]
    expect(await importOf({ ...made, schedules: [] })).toEqual({ code: 1, problems: ofPerson })
    expect(await importOf({ ...made, schedules: [] }, { dryRun: true })).toEqual({ code: 1, problems: ofPerson })
    const inCapitals = { ...learner, userId: 3, userGuid: `${one.prefix}-capitals`, username: 'LEARNER' }
    expect((await importOf({ ...made, people: [inCapitals], schedules: [] })).problems).toEqual([
      `  people.0: the user name LEARNER is that of the person ${one.prefix}-learner already`,
    ])
    const other = { ...learner, userId: 2, userGuid: `${one.prefix}-other`, username: 'other' }
    expect(await importOf({ ...one.file, people: [learner, other], schedules: [{ ...schedule, username: 'other' }] })).toEqual({
      code: 1,
      problems: [
        `  schedules.0: the schedule ${one.prefix}-schedule is one of the person ${one.prefix}-learner for the exam ${one.prefix}-exam already`,
      ],
    })
    expect(await importOf({ ...one.file, organisation: { ...one.file.organisation, orgId } })).toEqual({
      code: 1,
      problems: [`  organisation.urlToken: ${one.prefix} is that of the organisation ${one.orgId} already`],
    })
    const people = await server.db.kysely.selectFrom('person').select('user_guid').where('org_id', '>=', one.orgId).execute()
    expect(people).toEqual([{ user_guid: `${one.prefix}-learner` }])
  })

  test('one that fails half way leaves nothing behind', async () => {
    await store(one.path)
    const next = await write({ organisation: { orgId: 9000 + lastOrganisation, name: 'Twin', urlToken: one.prefix } })
    await expect(store(next.path)).rejects.toThrow()
    for (const table of ['organisation', 'person', 'schedule', 'exam'] as const) {
      const rows = await server.db.kysely.selectFrom(table).select('org_id').where('org_id', '>', 9000).execute()
      expect(rows, table).toEqual([])
    }
  })

  test('arranges it in the ids that an exam of other people’s questions has here, and marks it by them', async () => {
    const choices = ['correct', 'wrong'].map((id) => `<simpleChoice identifier="${id}">${id}</simpleChoice>`).join('')
    const inside = `${declare('RESPONSE', 'single identifier', ['correct'])}<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1">${choices}</choiceInteraction></itemBody>${template('match_correct')}`
    const own = join(folder, 'exams', 'foreign')
    await mkdir(own)
    await writeFile(
      join(own, 'imsmanifest.xml'),
      '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv2p1" href="i.xml"/></resources></manifest>',
    )
    await writeFile(join(own, 'i.xml'), `<assessmentItem identifier="Q" title="Trees">${inside}</assessmentItem>`)
    const reading = await readPackage({ path: own })
    if (!reading.ok) throw new Error('not read')
    const { examGuid } = reading.package.exam
    const stateOf = (optionID: string) => {
      const answer = { answerText: optionID, options: [{ optionID, optionText: optionID }] }
      return { commenced: { answers: [{ questionId: 'Q', answer }] }, completed: true }
    }
    const schedules = ['correct', 'wrong'].map((id) => {
      const guid = `${one.prefix}-${id}`
      return { guid, username: 'learner', exam: examGuid, state: stateOf(id) }
    })
    await writeFile(one.path, JSON.stringify({ ...one.file, exams: ['exams/first', 'exams/foreign'], schedules }))
    await store(one.path)
    const rows = await server.db.kysely
      .selectFrom('form_run')
      .innerJoin('answer', 'answer.form_run_guid', 'form_run.form_run_guid')
      .innerJoin('mark', 'mark.form_run_guid', 'form_run.form_run_guid')
      .innerJoin('exam', 'exam.exam_guid', 'form_run.exam_guid')
      .select(['answer', 'score', 'content'])
      .where('form_run.org_id', '=', one.orgId)
      .where('exam.org_id', '=', one.orgId)
      .orderBy('form_run.schedule_guid')
      .execute()
    expect(rows.map(({ score }) => score)).toEqual([1, 0])
    for (const { answer, content } of rows) {
      const { options } = JSON.parse(content).sections[0].questions[0] as { options: { id: string; text: string }[] }
      const [given] = JSON.parse(answer).options
      expect(options.find(({ id }) => id === given.optionID)?.text).toContain(given.optionText)
    }
  })

  test('arranges what a learner has done already: an exam under way, and one that is completed', async () => {
    const answers = [
      {
        questionId: `o${lastOrganisation + 1}-q1`,
        bookmarked: true,
        answer: { answerText: 'Birch', options: [{ optionID: 'b', optionText: 'Birch' }] },
      },
    ]
    const commenced = { answers, elapsedSeconds: 100, page: `o${lastOrganisation + 1}-q1` }
    const schedule = { username: 'learner', exam: `o${lastOrganisation + 1}-exam` }
    one = await write({
      schedules: [
        { ...schedule, guid: `o${lastOrganisation + 1}-schedule`, state: { commenced } },
        { ...schedule, guid: 'done', releasePolicy: 'immediately', state: { commenced, completed: true } },
        { ...schedule, guid: 'soon', startsInMinutes: 30, password: 'open' },
      ],
    })
    await store(one.path)
    const { access_token } = await signIn(server, one)
    const { userGuid } = entry()
    const list = await doCall(server, calls.schedules, { query: { userGuid } }, access_token)
    const byGuid = new Map(list.map((schedule) => [schedule.guid, schedule]))
    expect(byGuid.get('soon')).toMatchObject({ startDt: '2026-11-21T12:00:00.000Z', requiresPassword: true })
    expect(byGuid.get('done')).toMatchObject({ commenced: true, completed: true })
    const content = await doCall(server, calls.examJson, { query: entry() }, access_token)
    expect(content).toMatchObject({
      currentQuestionId: `${one.prefix}-q1`,
      settings: { examTimeRemaining: 500, elapsedTime: 100 },
    })
    expect(content.questions[0]).toMatchObject({ bookmarked: true, serverSequence: 1, serverAnswer: { answerText: 'Birch' } })
    const row = await server.db.kysely
      .selectFrom('form_run')
      .select('form_run_guid')
      .where('schedule_guid', '=', 'done')
      .where('org_id', '=', one.orgId)
      .executeTakeFirstOrThrow()
    expect(await doCall(server, calls.result, { query: { formRunGuid: row.form_run_guid } }, access_token)).toMatchObject({
      marked: true,
      score: 2,
      maxScore: 8,
    })
  })
})
