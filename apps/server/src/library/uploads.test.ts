import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdir, readFile } from 'node:fs/promises'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeZip } from '../import/testing/make-package.ts'
import { declare, template } from '../import/testing/qti-item.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { type LibraryDesk, openLibrary } from '../testing/library-desk.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, countOrganisations, examOf, personOf, refusalIn, sitExam, type World } from '../testing/test-world.ts'
import { createPackageReader } from './reading/package-reader.ts'
import { appendBytes, selectUpload } from './uploads/queries.ts'
import { sweepUploads, uploadLastsMs } from './uploads/sweep-uploads.ts'

const gift = (text: string) => new TextEncoder().encode(text)
const trees = gift('::Oak:: Which is an oak? {=English oak ~Beech ~Elm}\n\n::Ash:: An ash is a tree. {TRUE}\n')

const zipOf = async (files: Record<string, string | Uint8Array>) => new Uint8Array(await readFile(await makeZip(files)))
const nativeOf = (exam: object) => zipOf({ 'exam.json': JSON.stringify(exam) })

const choice =
  '<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two</simpleChoice></choiceInteraction></itemBody>'
const item = (identifier: string, inside: string) =>
  `<assessmentItem identifier="${identifier}" title="${identifier}">${declare('RESPONSE', 'single identifier', ['A'])}${inside}</assessmentItem>`
const lossy = () =>
  zipOf({
    'imsmanifest.xml': `<manifest><resources>${['good', 'lossy'].map((one) => `<resource identifier="${one}" type="imsqti_item_xmlv2p1" href="${one}.xml"/>`).join('')}</resources></manifest>`,
    'good.xml': item('good', choice + template('match_correct')),
    'lossy.xml': item('lossy', choice),
  })

const manifest = (title: string) => `<manifest identifier="C1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>${title}</title>
  <item identifier="i1" identifierref="r1"><title>First lesson</title></item></organization></organizations>
  <resources><resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource></resources></manifest>`
const courseOf = (title: string, page = '<p>Hello</p>') => zipOf({ 'imsmanifest.xml': manifest(title), 'index.html': page })

describe.each(bothDatabases)('uploads to the library on %s', (database) => {
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
      { ...personOf(`o${orgId}`, 'colleague', 3), roles: ['author' as const] },
      { ...personOf(`o${orgId}`, 'auditor', 4), roles: ['auditor' as const] },
    ]
    world = await arrange(server, { orgId, file: { people, settings: { OfficeSecondStep: 'off' } } })
    desk = await openLibrary(server, orgId, 'author')
  })

  const exams = async () => (await desk.doIt(calls.officeExams, { query: {} })).exams
  const rows = async () => {
    const counts: Record<string, number> = {}
    for (const table of [
      'library_upload',
      'library_upload_chunk',
      'library_upload_item',
      'course_file',
      'course_file_chunk',
    ] as const)
      counts[table] = (await server.db.kysely.selectFrom(table).select('org_id').where('org_id', '=', orgId).execute()).length
    const files = server.db.kysely.selectFrom('exam_resource').select('path').where('org_id', '=', orgId)
    counts.staged = (await files.where('version', '=', 0).execute()).length
    return counts
  }
  const nothing = {
    ...{ library_upload: 0, library_upload_chunk: 0, library_upload_item: 0, course_file: 0, course_file_chunk: 0 },
    staged: 0,
  }
  const refusedAccept = (uploadId: string, reportHash = '', acceptLosses?: boolean) =>
    desk.refused(calls.officeAcceptUpload, { body: { uploadId, reportHash, acceptLosses } })

  test('a bank is read, shown item by item with its source, and stored once somebody accepts', async () => {
    const before = await exams()
    const upload = await desk.read(trees, 'Old trees.gift')
    expect(upload).toMatchObject({
      ...{ state: 'ready', fileName: 'Old trees.gift', received: trees.length, hasGraveLosses: false, itemsRead: 2 },
      exam: { name: 'Old trees', questions: 2, marks: 2, outcome: 'new-exam', totals: { items: 2, faithful: 2 } },
    })
    expect(await exams()).toEqual(before)
    const report = await desk.doIt(calls.officeUploadReport, { query: { uploadId: upload.uploadId, limit: 1 } })
    expect(report.items).toMatchObject([
      {
        ...{ number: 1, identifier: 'Oak', verdict: 'faithful', losses: [], isSourceCut: false },
        source: expect.stringContaining('{=English oak ~Beech ~Elm}'),
        question: { type: 'RADIO', marks: 1, content: expect.stringContaining('English oak') },
      },
    ])
    const rest = await desk.doIt(calls.officeUploadReport, { query: { uploadId: upload.uploadId, after: report.next } })
    expect([rest.items.map(({ identifier }) => identifier), rest.next]).toEqual([['Ash'], undefined])
    expect(await desk.accept(upload)).toMatchObject({ state: 'stored', exam: { outcome: 'new-exam' } })
    const stored = (await exams()).find(({ name }) => name === 'Old trees')
    expect(stored?.versions).toMatchObject([{ version: 1, questions: 2, marks: 2, storedBy: { userID: 2 } }])
    expect(await rows()).toMatchObject({ library_upload: 1, library_upload_chunk: 0, staged: 0 })
    // The reply was lost.
    expect(await desk.accept(upload)).toMatchObject({ state: 'stored' })
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'staff-act', most: 50 })
      const acts = events.map(({ content }) => JSON.parse(content ?? ''))
      expect(acts.filter(({ what }) => what === 'officeAcceptUpload')).toMatchObject([
        { author: `o${orgId}-author`, target: { uploadId: upload.uploadId, version: 1, outcome: 'new-exam' } },
      ])
      expect(acts.some(({ what }) => what === 'officeUploadPiece')).toBe(false)
    }, 10_000)
  })

  test('an exam with files is stored with all their bytes, and its files are nowhere before', async () => {
    const picture = new Uint8Array(randomBytes(700_000))
    const exam = { ...examOf(`p${orgId}`), name: 'With files' }
    const withPicture = { ...exam, sections: exam.sections.map((one) => ({ ...one, text: '<img src="a.png" alt="">' })) }
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...picture])
    const upload = await desk.read(await zipOf({ 'exam.json': JSON.stringify(withPicture), 'a.png': png }), 'exam.zip')
    expect(upload).toMatchObject({ state: 'ready', problems: [], exam: { outcome: 'new-exam' } })
    const held = () =>
      server.db.kysely
        .selectFrom('exam_resource_chunk')
        .select('bytes')
        .where('org_id', '=', orgId)
        .where('exam_guid', '=', exam.examGuid)
        .orderBy('number')
        .execute()
    expect([await held(), (await rows()).staged]).toEqual([[], 1])
    await desk.accept(upload)
    expect(Buffer.compare(Buffer.concat((await held()).map(({ bytes }) => bytes)), png)).toBe(0)
    const { versions } = await desk.doIt(calls.officeExam, { query: { examGuid: exam.examGuid } })
    expect(versions).toMatchObject([{ version: 3, files: { count: 1, bytes: png.length } }])
  })

  test('the same package twice is unchanged, and another content is the next version, a replacement, or in use', async () => {
    const exam = examOf(`p${orgId}`)
    const bytes = await nativeOf(exam)
    await desk.accept(await desk.read(bytes, 'exam.zip'))
    const again = await desk.read(bytes, 'exam.zip')
    expect(again.exam?.outcome).toBe('unchanged')
    expect(await desk.accept(again)).toMatchObject({ state: 'stored', exam: { outcome: 'unchanged' } })
    const replaced = await desk.read(await nativeOf({ ...exam, name: 'Renamed' }), 'exam.zip')
    expect(replaced.exam?.outcome).toBe('replaces')
    await desk.accept(replaced)
    const next = await desk.read(await nativeOf({ ...exam, name: 'Fourth', version: 4 }), 'exam.zip')
    expect(next.exam?.outcome).toBe('new-version')
    await desk.accept(next)
    const { versions } = await desk.doIt(calls.officeExam, { query: { examGuid: exam.examGuid } })
    expect(versions.map(({ version, name }) => [version, name])).toEqual([
      [4, 'Fourth'],
      [3, 'Renamed'],
    ])
    await sitExam(server, world)
    const sat = await server.db.kysely
      .selectFrom('exam')
      .select('content')
      .where('org_id', '=', orgId)
      .where('exam_guid', '=', `o${orgId}-exam`)
      .executeTakeFirstOrThrow()
    const changed = await desk.read(await nativeOf({ ...JSON.parse(sat.content), name: 'Other' }), 'exam.zip')
    expect(changed.exam?.outcome).toBe('in-use')
    expect((await refusedAccept(changed.uploadId, changed.reportHash)).code).toBe('VERSION_IN_USE')
  })

  test('a replacement that somebody has begun since is not stored', async () => {
    const own = server.db.kysely.selectFrom('exam').select('content').where('org_id', '=', orgId)
    const { content } = await own.executeTakeFirstOrThrow()
    const upload = await desk.read(await nativeOf({ ...JSON.parse(content), name: 'Other' }), 'exam.zip')
    expect(upload.exam?.outcome).toBe('replaces')
    await sitExam(server, world)
    expect((await refusedAccept(upload.uploadId, upload.reportHash)).code).toBe('VERSION_IN_USE')
    expect((await own.executeTakeFirstOrThrow()).content).toBe(content)
    expect((await desk.show(upload.uploadId)).state).toBe('ready')
  })

  test('two uploads of one version at once: one is stored, the other is read anew and shows what is there now', async () => {
    const exam = examOf(`p${orgId}`)
    const colleague = await openLibrary(server, orgId, 'colleague')
    const [one, other] = await Promise.all([
      desk.read(await nativeOf({ ...exam, name: 'One' }), 'one.zip'),
      colleague.read(await nativeOf({ ...exam, name: 'Other' }), 'other.zip'),
    ])
    const accept = ({ uploadId, reportHash = '' }: typeof one) => ({ body: { uploadId, reportHash } })
    const answers = await Promise.all([
      desk.tryIt(calls.officeAcceptUpload, accept(one)),
      colleague.tryIt(calls.officeAcceptUpload, accept(other)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [first, second] = answers[0].status === 200 ? (['One', colleague] as const) : (['Other', desk] as const)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && refusalIn(refused)).toMatchObject({ code: 'CHANGED_MEANWHILE', current: { state: expect.any(String) } })
    const again = await second.waitFor(second === desk ? one.uploadId : other.uploadId)
    expect(again.exam?.outcome).toBe('replaces')
    const { versions } = await desk.doIt(calls.officeExam, { query: { examGuid: exam.examGuid } })
    expect(versions.map(({ name }) => name)).toEqual([first])
    expect((await second.refused(calls.officeAcceptUpload, accept(second === desk ? one : other))).code).toBe(
      'CHANGED_MEANWHILE',
    )
  })

  test('an upload that breaks off goes on where it was, and a piece that comes twice is written once', async () => {
    const bytes = new Uint8Array(
      await nativeOf({ ...examOf(`p${orgId}`), messages: { a: randomBytes(400_000).toString('hex') } }),
    )
    const uploadId = randomUUID()
    const begin = { body: { uploadId, fileName: 'exam.zip', fileSize: bytes.length } }
    await desk.doIt(calls.officeBeginUpload, begin)
    const piece = (from: number, to: number, offset = from) =>
      desk.tryIt(calls.officeUploadPiece, { body: { uploadId, offset }, file: new File([bytes.slice(from, to)], 'piece') })
    const received = async (answer: ReturnType<typeof piece>) => JSON.parse((await answer).text).received
    expect(await received(piece(0, 1000))).toBe(1000)
    expect(await received(piece(0, 1000))).toBe(1000)
    expect(await received(piece(5000, 6000))).toBe(1000)
    expect((await desk.doIt(calls.officeBeginUpload, begin)).upload).toMatchObject({ received: 1000, state: 'receiving' })
    expect((await refusedAccept(uploadId)).code).toBe('UPLOAD_NOT_READY')
    expect((await desk.refused(calls.officeUploadReport, { query: { uploadId } })).code).toBe('UPLOAD_NOT_READY')
    // Both at once.
    const [left, right] = await Promise.all([received(piece(1000, 200_000)), received(piece(1000, 200_000))])
    expect([left, right].every((one) => one >= 1000 && one <= 200_000)).toBe(true)
    const at = (await desk.show(uploadId)).received
    const tooMany = refusalIn(
      await desk.tryIt(calls.officeUploadPiece, {
        body: { uploadId, offset: at },
        file: new File([bytes.slice(at), 'more'], 'piece'),
      }),
    )
    expect(tooMany.code).toBe('INVALID_REQUEST')
    expect(await desk.read(bytes, 'exam.zip', uploadId)).toMatchObject({ state: 'ready', problems: [] })
  })

  test('files that are no exam, bank or course are refused with what is wrong, and nothing of them stays', async () => {
    const before = await exams()
    const bomb = await zipOf({ 'exam.json': new Uint8Array(20 * 1024 * 1024) })
    const cases: [string, Uint8Array, RegExp][] = [
      ['organisation.json', gift('{"organisation":{"orgId":1},"people":[]}'), /file of an organisation/],
      ['renamed.zip', await zipOf({ 'organisation.json': '{}', 'exam.json': '{}' }), /file of an organisation/],
      [
        'folder.zip',
        await zipOf({ 'college/organisation.json': '{}', 'college/exam/exam.json': '{}' }),
        /file of an organisation/,
      ],
      ['noise.zip', new Uint8Array(randomBytes(5000)), /not a whole zip archive/],
      ['half.zip', (await nativeOf(examOf('x'))).slice(0, 300), /not a whole zip archive/],
      ['bomb.zip', bomb, /unpacks to far more/],
      ['empty.zip', await zipOf({ 'read.me': 'x' }), /no exam\.json/],
      ['wrong.zip', await nativeOf({ ...examOf('x'), version: 0 }), /./],
      ['../../etc/passwd', gift('root'), /not a whole zip archive/],
    ]
    for (const [name, bytes, why] of cases) {
      const upload = await desk.read(bytes, name)
      expect([name, upload.state, upload.problems[0]?.message]).toEqual([name, 'refused', expect.stringMatching(why)])
      expect((await refusedAccept(upload.uploadId, 'x', true)).code).toBe('UPLOAD_NOT_READY')
      await desk.doIt(calls.officeCancelUpload, { body: { uploadId: upload.uploadId } })
    }
    expect([await exams(), await rows()]).toEqual([before, nothing])
    expect((await readdir(server.config.dataFolder)).filter((one) => one.startsWith('package-'))).toEqual([])
  })

  test('items that are left out can be listed alone', async () => {
    const bank = gift('::Oak:: An oak? {TRUE}\n\n::Ash:: One {=a} or {=b}?\n\n::Elm:: Says "verdict":"left out"? {TRUE}\n')
    const { uploadId } = await desk.read(bank, 'bank.gift')
    const listed = async (show?: 'all' | 'losses' | 'left-out') => {
      const { items } = await desk.doIt(calls.officeUploadReport, { query: { uploadId, show } })
      return items.map(({ identifier, verdict }) => [identifier, verdict])
    }
    expect(await listed('left-out')).toEqual([['Ash', 'left out']])
    expect(await listed('losses')).toEqual([['Ash', 'left out']])
    expect(await listed()).toHaveLength(3)
  })

  test('losses of marks are listed, and stored only if somebody accepts them', async () => {
    const upload = await desk.read(await lossy(), 'lossy.zip')
    expect(upload).toMatchObject({ hasGraveLosses: true, exam: { totals: { items: 2, faithful: 1, withLoss: 1 } } })
    const { items } = await desk.doIt(calls.officeUploadReport, { query: { uploadId: upload.uploadId, show: 'losses' } })
    expect(items).toMatchObject([
      {
        number: 2,
        identifier: 'lossy',
        verdict: 'with loss',
        losses: [{ loss: 'marks' }],
        source: expect.stringContaining('<assessmentItem'),
      },
    ])
    for (const acceptLosses of [undefined, false])
      expect((await refusedAccept(upload.uploadId, upload.reportHash, acceptLosses)).code).toBe('LOSSES_NOT_ACCEPTED')
    expect((await refusedAccept(upload.uploadId, 'another report', true)).code).toBe('CHANGED_MEANWHILE')
    expect((await desk.accept(upload, true)).state).toBe('stored')
  })

  test('a course is stored with its files, as a next version, or unchanged; its files are gone if it is cancelled', async () => {
    const upload = await desk.read(await courseOf('Safety'), 'safety.zip')
    expect(upload.course).toMatchObject({ name: 'Safety', standard: '1.2', lessons: ['First lesson'], outcome: 'new-course' })
    expect(await desk.accept(upload)).toMatchObject({ state: 'stored', course: { version: 1 } })
    const again = await desk.read(await courseOf('Safety'), 'safety.zip')
    expect((await desk.accept(again)).course).toMatchObject({ outcome: 'unchanged', version: 1 })
    const next = await desk.read(await courseOf('Safety', '<p>New</p>'), 'safety.zip')
    expect(next.course?.outcome).toBe('new-version')
    expect((await rows()).course_file).toBe(4)
    await desk.doIt(calls.officeCancelUpload, { body: { uploadId: next.uploadId } })
    expect((await rows()).course_file).toBe(2)
    const courses = server.db.kysely.selectFrom('course').select(['version', 'content_guid']).where('org_id', '=', orgId)
    expect(await courses.execute()).toEqual([{ version: 1, content_guid: upload.uploadId }])
    // The report goes, and what was stored stays.
    await desk.doIt(calls.officeCancelUpload, { body: { uploadId: upload.uploadId } })
    expect((await rows()).course_file).toBe(2)
  })

  test('belongs to who sent it, and nobody else finds it; only authors may send any', async () => {
    const upload = await desk.read(trees, 'trees.gift')
    const { uploadId, reportHash = '' } = upload
    const colleague = await openLibrary(server, orgId, 'colleague')
    const foreign = await arrange(server, {
      orgId: nextOrgId(),
      file: {
        people: [{ ...personOf(`f${orgId}`, 'author', 1), roles: ['author'] }],
        ...{ schedules: [], settings: { OfficeSecondStep: 'off' } },
      },
    })
    for (const stranger of [colleague, await openLibrary(server, foreign.orgId, 'author')]) {
      const codes = [
        await stranger.refused(calls.officeUpload, { query: { uploadId } }),
        await stranger.refused(calls.officeUploadReport, { query: { uploadId } }),
        await stranger.refused(calls.officeAcceptUpload, { body: { uploadId, reportHash } }),
        await stranger.refused(calls.officeUploadPiece, { body: { uploadId, offset: 0 }, file: new File(['x'], 'x') }),
      ].map(({ code }) => code)
      expect(codes).toEqual(Array(4).fill('NOT_FOUND'))
      expect((await stranger.doIt(calls.officeUploads, {})).uploads).toEqual([])
      await stranger.doIt(calls.officeCancelUpload, { body: { uploadId } })
    }
    expect((await desk.doIt(calls.officeUploads, {})).uploads).toEqual([upload])
    const taken = await colleague.refused(calls.officeBeginUpload, { body: { uploadId, fileName: 'a.gift', fileSize: 1 } })
    expect(taken.code).toBe('INVALID_REQUEST')
    const auditor = await openLibrary(server, orgId, 'auditor')
    expect((await auditor.refused(calls.officeUploads, {})).code).toBe('NOT_ALLOWED')
    expect((await auditor.refused(calls.officeBeginUpload, { body: { uploadId, fileName: 'a', fileSize: 1 } })).code).toBe(
      'NOT_ALLOWED',
    )
  })

  test('no more and no larger uploads are open than may be', async () => {
    const begin = (fileSize: number) => ({ body: { uploadId: randomUUID(), fileName: 'exam.zip', fileSize } })
    const mebibyte = 1024 * 1024
    expect((await desk.refused(calls.officeBeginUpload, begin(512 * mebibyte + 1))).code).toBe('BODY_TOO_LARGE')
    for (let count = 0; count < 2; count += 1) await desk.doIt(calls.officeBeginUpload, begin(500 * mebibyte))
    expect((await desk.refused(calls.officeBeginUpload, begin(25 * mebibyte))).code).toBe('BODY_TOO_LARGE')
    for (let count = 0; count < 8; count += 1) await desk.doIt(calls.officeBeginUpload, begin(1))
    expect((await desk.refused(calls.officeBeginUpload, begin(1))).code).toBe('TOO_MANY_FILES')
  })

  test('what nobody accepted within a day is thrown away with all that came of it, and what was stored stays', async () => {
    const stored = await desk.read(trees, 'trees.gift')
    await desk.accept(stored)
    await desk.read(await courseOf('Waiting'), 'waiting.zip')
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
    const exam = examOf(`p${orgId}`)
    const shown = { ...exam, sections: exam.sections.map((one) => ({ ...one, text: '<img src="a.png" alt="">' })) }
    await desk.read(await zipOf({ 'exam.json': JSON.stringify(shown), 'a.png': png }), 'exam.zip')
    pass(uploadLastsMs - 60_000)
    await sweepUploads({ database: server.db, clock })
    expect((await rows()).library_upload).toBe(3)
    pass(61_000)
    await sweepUploads({ database: server.db, clock })
    expect(await rows()).toEqual(nothing)
    const there = server.db.kysely.selectFrom('exam').select('name').where('org_id', '=', orgId).where('name', '=', 'trees')
    expect(await there.execute()).toHaveLength(1)
  })

  test('what an erased person uploaded is theirs no more, and goes with the next sweep', async () => {
    await desk.read(trees, 'trees.gift')
    const person = await server.db.kysely
      .selectFrom('person')
      .selectAll()
      .where('user_guid', '=', `o${orgId}-author`)
      .executeTakeFirstOrThrow()
    expect(await erasePerson(server.db, person, { nowMs: clock.nowMs(), passwords: quickPasswords })).toMatchObject({
      ok: true,
    })
    const left = server.db.kysely.selectFrom('library_upload').select(['user_guid', 'file_name']).where('org_id', '=', orgId)
    expect(await left.execute()).toEqual([{ user_guid: '', file_name: '' }])
    await sweepUploads({ database: server.db, clock })
    expect(await rows()).toEqual(nothing)
  })

  const failures: unknown[] = []
  /** A node of its own, which reads what waits. */
  const anotherReader = () =>
    createPackageReader({
      database: server.db,
      config: server.config,
      clock,
      log: { error: (line: unknown) => failures.push(line) },
    })
  /** An upload that waits to be read: its last byte came to a node that has ended since. */
  const waiting = async () => {
    const uploadId = randomUUID()
    await desk.doIt(calls.officeBeginUpload, { body: { uploadId, fileName: 'trees.gift', fileSize: trees.length } })
    const upload = await selectUpload(server.db, { orgId, userGuid: `o${orgId}-author` }, uploadId)
    if (!upload) throw new Error('There is no upload.')
    expect(await appendBytes(server.db, upload, 0, trees)).toBe(trees.length)
    return uploadId
  }
  const folders = async () => (await readdir(server.config.dataFolder)).filter((one) => one.startsWith('package-'))
  const isRead = (uploadId: string) =>
    vi.waitFor(async () => expect((await desk.show(uploadId)).state).toBe('reading'), { timeout: 20_000, interval: 5 })

  test('a node that stops gives back what it reads, and another one goes on with it', async () => {
    const uploadId = await waiting()
    const stopping = anotherReader()
    const looked = stopping.look()
    await isRead(uploadId)
    await stopping.stop()
    await looked
    expect([(await desk.show(uploadId)).state, await folders(), failures]).toEqual(['waiting', [], []])
    await anotherReader().look()
    expect((await desk.show(uploadId)).state).toBe('ready')
  })

  test('nothing stays of an upload that is cancelled while it is read', async () => {
    const uploadId = await waiting()
    const looked = anotherReader().look()
    await isRead(uploadId)
    await desk.doIt(calls.officeCancelUpload, { body: { uploadId } })
    await looked
    expect([await rows(), await folders()]).toEqual([nothing, []])
    failures.splice(0)
  })

  test('a package that can not be read by fault of the server is tried three times, and refused then', async () => {
    const uploadId = await waiting()
    await server.db.kysely.deleteFrom('library_upload_chunk').where('upload_id', '=', uploadId).execute()
    await anotherReader().look()
    const upload = await desk.show(uploadId)
    expect([upload.state, upload.problems[0]?.message]).toEqual(['refused', expect.stringContaining('too much time or memory')])
    expect(failures.splice(0)).toHaveLength(3)
  })

  test('an upload whose process is killed while it reads says so, and the same file can be read again', async () => {
    // Its first message asks what is in the place of the exam.
    const killAsItReads = (message: unknown) => {
      const { process: worker } = message as { readonly process: ChildProcess }
      worker.once('message', () => worker.kill('SIGKILL'))
    }
    subscribe('child_process', killAsItReads)
    const killed = await desk.read(trees, 'trees.gift').finally(() => unsubscribe('child_process', killAsItReads))
    expect([killed.state, killed.problems]).toEqual([
      'refused',
      [{ place: 'package', message: expect.stringContaining('too much time or memory, or failed') }],
    ])
    const { uploadId } = killed
    await desk.doIt(calls.officeCancelUpload, { body: { uploadId } })
    expect(await rows()).toEqual(nothing)
    expect(await desk.read(trees, 'trees.gift', uploadId)).toMatchObject({ state: 'ready', exam: { questions: 2 } })
  })

  test('an upload whose reader is gone is read by another one', async () => {
    const upload = await desk.send(trees, 'trees.gift')
    await desk.waitFor(upload.uploadId)
    const abandoned = {
      state: 'reading' as const,
      reader: 'gone',
      reader_at: clock.nowMs() - 61_000,
      result: null,
      report_hash: null,
    }
    await server.db.kysely.updateTable('library_upload').set(abandoned).where('upload_id', '=', upload.uploadId).execute()
    // Whoever looks for work finds it.
    await desk.read(trees, 'others.gift')
    expect(await desk.waitFor(upload.uploadId)).toMatchObject({ state: 'ready', exam: { questions: 2 } })
    const items = await server.db.kysely
      .selectFrom('library_upload_item')
      .select('number')
      .where('org_id', '=', orgId)
      .execute()
    expect(items).toHaveLength(4)
  })
})
