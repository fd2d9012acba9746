import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPackage } from '../import/read-package.ts'
import { storeExam } from '../organisation/store-exam.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { type LibraryDesk, openLibrary } from '../testing/library-desk.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, countOrganisations, examOf, personOf, sitExam, type World } from '../testing/test-world.ts'
import { cursorOf, readCursor } from './exams/exam-cursor.ts'
import { summaryOf } from './exams/summary.ts'

describe.each(bothDatabases)('exams of the library on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let orgId: number
  let world: World
  let desk: LibraryDesk
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock, config: { logLevel: 'silent' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    orgId = nextOrgId()
    const people = [
      personOf(`o${orgId}`, 'learner', 1),
      { ...personOf(`o${orgId}`, 'author', 2), roles: ['author' as const] },
      { ...personOf(`o${orgId}`, 'auditor', 3), roles: ['auditor' as const] },
      { ...personOf(`o${orgId}`, 'marker', 4), roles: ['marker' as const] },
    ]
    world = await arrange(server, { orgId, file: { people, settings: { OfficeSecondStep: 'off' } } })
    desk = await openLibrary(server, orgId, 'author')
  })

  const store = (guid: string, name: string, version = 1) =>
    server.db.kysely.transaction().execute((transaction) => {
      const exam = examOf(`${guid}${orgId}`, { name, version })
      return storeExam(transaction, orgId, { exam, resources: [], schedules: [], leftOut: [] }, clock.nowMs())
    })
  const names = async (query: { search?: string; sort?: 'name' | 'newest' } = {}) =>
    (await desk.doIt(calls.officeExams, { query })).exams.map(({ name }) => name)

  test('are listed by the name of their newest version, found without accents and capitals, and by when they were stored', async () => {
    await store('a', 'Zoologie')
    pass(1000)
    await store('b', 'Écologie 100%')
    pass(1000)
    await store('a', 'Arithmétique', 2)
    expect(await names()).toEqual(['Arithmétique', 'Écologie 100%', `Trees of o${orgId}`])
    expect(await names({ sort: 'newest' })).toEqual(['Arithmétique', 'Écologie 100%', `Trees of o${orgId}`])
    expect(await names({ search: 'ECOLOGIE' })).toEqual(['Écologie 100%'])
    expect(await names({ search: 'logie 0%' })).toEqual(['Écologie 100%'])
    expect(await names({ search: '_' })).toEqual([])
    expect(await names({ search: 'Zoologie' })).toEqual([])
    const [first] = (await desk.doIt(calls.officeExams, { query: { search: 'arith' } })).exams
    expect(first).toMatchObject({ versionCount: 2, versions: [{ version: 2 }, { version: 1, name: 'Zoologie' }] })
    expect(first?.versions[0]).not.toHaveProperty('storedBy')
  })

  test('a page goes on where the one before ended, whatever is stored between, and a cursor holds for its own list', async () => {
    const letters = ['d', 'b', 'f', 'a', 'e', 'c']
    for (const letter of letters) await store(letter, letter.toUpperCase())
    const found: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 10; page += 1) {
      const reply = await desk.doIt(calls.officeExams, { query: { limit: 2, cursor } })
      expect(reply.total).toBe(page === 0 ? 7 : undefined)
      found.push(...reply.exams.map(({ name }) => name))
      // Behind and before where the list is.
      if (page === 0) await store('aa', 'AA')
      if (page === 1) await store('zz', 'ZZ')
      cursor = reply.next
      if (!cursor) break
    }
    expect(found).toEqual(['A', 'B', 'C', 'D', 'E', 'F', `Trees of o${orgId}`, 'ZZ'])
    const { next } = await desk.doIt(calls.officeExams, { query: { limit: 2 } })
    for (const query of [{ cursor: next, search: 'a' }, { cursor: next, sort: 'newest' as const }, { cursor: 'made-up' }])
      expect((await desk.refused(calls.officeExams, { query })).code).toBe('INVALID_REQUEST')
  })

  test('show their sections, question types and where they are used', async () => {
    await sitExam(server, world)
    const { versions, name } = await desk.doIt(calls.officeExam, { query: { examGuid: `o${orgId}-exam` } })
    const exam = examOf(`o${orgId}`)
    expect([name, versions.length]).toEqual([exam.name, 1])
    const { sections, types, ...totals } = summaryOf(exam)
    expect(versions[0]).toMatchObject({ ...totals, sections, questionTypes: types, completed: 0 })
    expect(versions[0]?.usage).toEqual({ schedules: 1, sittings: 1, isAtLeast: false })
    expect(versions[0]?.questions).toBeGreaterThan(1)
  })

  test('what a command imports anew is counted anew', async () => {
    const versionsOf = async () => (await desk.doIt(calls.officeExam, { query: { examGuid: `a${orgId}-exam` } })).versions
    await store('a', 'Before')
    expect(await versionsOf()).toMatchObject([{ name: 'Before' }])
    pass(1)
    await store('a', 'After')
    expect(await versionsOf()).toMatchObject([{ name: 'After' }])
  })

  test('are no business of who may not read them, and those of another organisation are not there', async () => {
    const marker = await openLibrary(server, orgId, 'marker')
    expect((await marker.refused(calls.officeExams, { query: {} })).code).toBe('NOT_ALLOWED')
    const other = nextOrgId()
    await arrange(server, { orgId: other, file: { settings: {} } })
    const asked = { examGuid: `o${other}-exam` }
    expect((await desk.refused(calls.officeExam, { query: asked })).code).toBe('NOT_FOUND')
    const wanted = { body: { ...asked, version: 3, format: 'native' as const } }
    expect((await desk.refused(calls.officeExportExam, wanted)).code).toBe('NOT_FOUND')
    expect(await names()).toEqual([`Trees of o${orgId}`])
    const auditor = await openLibrary(server, orgId, 'auditor')
    expect((await auditor.doIt(calls.officeExams, { query: {} })).exams).toHaveLength(1)
    const own = { body: { examGuid: `o${orgId}-exam`, version: 3, format: 'native' as const } }
    expect((await auditor.refused(calls.officeExportExam, own)).code).toBe('NOT_ALLOWED')
  })

  test('are exported with their keys by who writes them, which is logged, and taken again unchanged', async () => {
    const body = { examGuid: `o${orgId}-exam`, version: 3 }
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-library-'))
    for (const format of ['native', 'qti3'] as const) {
      const answer = await desk.tryIt(calls.officeExportExam, { body: { ...body, format } }, { readAs: 'latin1' })
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.zip')])
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      const bytes = Buffer.from(answer.text, 'latin1')
      await writeFile(join(folder, `${format}.zip`), bytes)
      const read = await readPackage({ path: join(folder, `${format}.zip`) })
      expect([format, read.ok]).toEqual([format, true])
      if (format === 'native') {
        expect((await desk.read(new Uint8Array(bytes), 'again.zip')).exam?.outcome).toBe('unchanged')
        expect(read.ok && JSON.stringify(read.package.exam)).toContain('"key"')
      }
    }
    await rm(folder, { recursive: true })
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'staff-act', most: 50 })
      const acts = events.map(({ content }) => JSON.parse(content ?? '')).filter(({ what }) => what === 'officeExportExam')
      expect(acts.map(({ target, author }) => [author, target])).toEqual(
        expect.arrayContaining([[`o${orgId}-author`, { ...body, format: 'native' }]]),
      )
      expect(acts).toHaveLength(2)
    }, 10_000)
  })
})

test('a cursor is read for the list that it was made for, and for no other', () => {
  const list = fc.record({
    words: fc.array(fc.string(), { maxLength: 3 }),
    sort: fc.constantFrom('name' as const, 'newest' as const),
  })
  fc.assert(
    fc.property(list, list, fc.string(), fc.nat(), fc.string(), (one, other, name, at, examGuid) => {
      const behind = { value: one.sort === 'name' ? name : at, examGuid }
      const cursor = cursorOf({ orgId: 1, ...one }, behind)
      expect(readCursor(cursor, { orgId: 1, ...one })).toEqual(behind)
      if (JSON.stringify(one) !== JSON.stringify(other)) expect(readCursor(cursor, { orgId: 1, ...other })).toBeUndefined()
      expect(readCursor(name, { orgId: 1, ...one })).toBeUndefined()
    }),
  )
})
