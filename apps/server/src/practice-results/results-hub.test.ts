import { calls, type PracticeResultsReply, practiceResultsHub } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import sharp from 'sharp'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { safeFileName } from '../http/content-disposition.ts'
import { readPdf } from '../paper/testing/read-pdf.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, doCall, examOf, saveOf, send, signIn, sitExam, tryCall, type World } from '../testing/test-world.ts'

describe.each(oneDatabase)('practice results through the hub on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let learner: string
  let formRunGuid: string
  let sockets: Socket[]
  beforeEach(async () => {
    sockets = []
    server = await startTestServer({ database, clock })
    const settings = { examTime: 600, downloadablePractice: true, resultFeedbackMask: 7 }
    world = await arrange(server, { exam: examOf('o1', { settings }), everyone: true })
    const sitting = await sitExam(server, world)
    learner = sitting.token
    formRunGuid = sitting.formRunGuid
    await save('b', 'Birch')
  })
  afterEach(async () => {
    for (const socket of sockets) socket.disconnect()
    await server.stop()
  })
  const save = (optionID: string, optionText: string) =>
    doCall(
      server,
      calls.saveAnswer,
      { body: saveOf(world, formRunGuid, { answerText: optionText, options: [{ optionID, optionText }] }) },
      learner,
    )
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 2 } }, learner)

  const connect = (token: string, transports = ['websocket'], extraHeaders: Record<string, string> = {}) => {
    const socket = io(server.origin, {
      path: `/${practiceResultsHub.path}`,
      auth: { token },
      transports,
      extraHeaders,
      reconnection: false,
      forceNew: true,
    })
    sockets.push(socket)
    return socket
  }
  const ask = (socket: Socket, ...request: unknown[]) =>
    new Promise<PracticeResultsReply>((resolve) => socket.emit(practiceResultsHub.invoke, ...request, resolve))

  test('are not for a page of another site', async () => {
    for (const transport of ['websocket', 'polling']) {
      const foreign = connect(learner, [transport], { origin: 'https://evil.example' })
      await new Promise((resolve) => foreign.once('connect_error', resolve))
      const own = connect(learner, [transport], { origin: server.origin })
      await new Promise<void>((resolve) => own.once('connect', () => resolve()))
    }
  })

  // RES-321 RES-322 RES-323
  test.each(['websocket', 'polling'])(
    'are made for their learner, who is told how far they are and gets a link, by %s',
    async (transport) => {
      await complete()
      const socket = connect(learner, [transport])
      const progress: number[] = []
      const links: string[] = []
      socket.on('Progress', (percent: number) => progress.push(percent))
      socket.on('Link', (url: string) => links.push(url))
      expect(await ask(socket, formRunGuid, 'Trees_of_o1_2026-11-21.pdf', 1)).toEqual({})
      expect(progress.at(-1)).toBe(100)
      expect(links).toHaveLength(1)
      const file = await fetch(`${server.origin}/${links[0]}`)
      expect(file.headers.get('content-type')).toBe('application/pdf')
      expect(file.headers.get('content-disposition')).toContain('attachment; filename="Trees_of_o1_2026-11-21.pdf"')
      expect(file.headers.get('cache-control')).toBe('private, no-store')
      const pdf = await readPdf(new Uint8Array(await file.arrayBuffer()))
      expect(pdf.all('H1')).toEqual(['Trees of o1'])
      expect(pdf.all('TD')).toContain('Ada Wood')
      expect(pdf.all('P')).toContain('Birch')
      expect(pdf.all('TD')).toEqual(expect.arrayContaining(['2 of 8', '25%', 'Fail', 'Not passed']))
      // No key and no note for markers is on paper.
      expect(pdf.text).not.toContain('SECRETNOTES')
      expect(pdf.text).not.toContain('Cedar')
    },
  )

  test('show the pictures of the exam’s own files, read them out, and say where one could not be printed', async () => {
    const text = (alt: string, path: string) => `<p><img src="pictures/${path}.png" alt="${alt}"> Why?</p>`
    const questions = [text('A bent tree', 'tree'), text('Gone', 'none')].map((html, index) =>
      authoredQuestion.parse({ type: 'QUESTIONLTEXT', marks: 1, id: `o2-q${index + 1}`, text: html }),
    )
    const settings = { examTime: 600, downloadablePractice: true, resultFeedbackMask: 7 }
    const sections = [{ id: 'o2-section', name: 'First', questions }]
    world = await arrange(server, { orgId: 2, exam: examOf('o2', { settings, sections }), everyone: true })
    ;({ token: learner, formRunGuid } = await sitExam(server, world))
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#225588' } })
      .png()
      .toBuffer()
    const file = { org_id: world.orgId, exam_guid: world.entry.examGuid, version: 3, path: 'pictures/tree.png' }
    const { kysely } = server.db
    const described = { ...file, media_type: 'image/png', size: bytes.length }
    await kysely.insertInto('exam_resource').values(described).execute()
    await kysely
      .insertInto('exam_resource_chunk')
      .values({ ...file, number: 0, bytes })
      .execute()
    await complete()
    const socket = connect(learner)
    const links: string[] = []
    socket.on('Link', (url: string) => links.push(url))
    expect(await ask(socket, formRunGuid, 'x.pdf', world.orgId)).toEqual({})
    const fetched = await fetch(`${server.origin}/${links[0]}`)
    const raw = new Uint8Array(await fetched.arrayBuffer())
    const pdf = await readPdf(raw)
    expect(pdf.all('Figure')).toHaveLength(1)
    expect(pdf.text).toContain('A picture of this exam could not be printed.')
    const file1 = Buffer.from(raw).toString('latin1')
    for (const one of ['/Subtype /Image', '/Alt (A bent tree)']) expect(file1).toContain(one)
  })

  test('are only for the learner of the form run, only of a practice exam, only once it is processed', async () => {
    const code = async (token: string, ...request: unknown[]) => (await ask(connect(token), ...request)).error?.code
    expect(await code(learner, formRunGuid, 'x.pdf', 1)).toBe('NOT_PROCESSED')
    await complete()
    const other = (await signIn(server, world, 'other')).access_token
    const admin = (await signIn(server, world, 'admin')).access_token
    for (const token of [other, admin]) expect(await code(token, formRunGuid, 'x.pdf', 1)).toBe('NOT_FOUND')
    expect(await code(learner, formRunGuid, 'x.pdf', 2)).toBe('NOT_FOUND')
    expect(await code(learner, 'none', 'x.pdf', 1)).toBe('NOT_FOUND')
    for (const odd of [[], [formRunGuid], [formRunGuid, 'x'.repeat(301), 1], [{ $ne: 1 }, 'x', 1], [formRunGuid, 'x', '1']])
      expect(await code(learner, ...odd)).toBe('INVALID_REQUEST')
    for (const token of ['', 'nonsense'])
      expect(await new Promise((resolve) => connect(token).on('connect_error', ({ message }) => resolve(message)))).toBe(
        'NO_AUTHORISATION',
      )
  })

  test('tell no marks once an answer counts that came after the completion, until the grace is over', async () => {
    await complete()
    const socket = connect(learner)
    const links: string[] = []
    socket.on('Link', (url: string) => links.push(url))
    const marksIn = async (url = '') => {
      const file = await fetch(`${server.origin}/${url}`)
      return (await readPdf(new Uint8Array(await file.arrayBuffer()))).all('TD').filter((cell) => /^\d of \d$/.test(cell))
    }
    await save('c', 'Cedar')
    pass(server.config.lateSaveGraceMs)
    expect(await ask(socket, formRunGuid, 'x.pdf', 1)).toEqual({
      error: { code: 'NOT_PROCESSED', message: expect.stringContaining('is being marked again') },
    })
    expect(links).toHaveLength(0)

    pass(1)
    expect(await ask(socket, formRunGuid, 'x.pdf', 1)).toEqual({})
    expect(await marksIn(links[0])).toContain('0 of 2')
  })

  test('are made no longer, and no link opens them, once the organisation’s days are over', async () => {
    await complete()
    const socket = connect(learner)
    const links: string[] = []
    socket.on('Link', (url: string) => links.push(url))
    expect(await ask(socket, formRunGuid, 'x.pdf', 1)).toEqual({})
    await server.db.kysely.insertInto('setting').values({ org_id: 1, name: 'ResultsDays', value: '1' }).execute()
    expect((await send(server, `/${links[0]}`)).status).toBe(200)
    const completed_at = clock.nowMs() - 24 * 3_600_000
    await server.db.kysely.updateTable('form_run').set({ completed_at }).where('org_id', '=', 1).execute()
    expect(await ask(socket, formRunGuid, 'x.pdf', 1)).toEqual({
      error: { code: 'RESULTS_OVER', message: expect.stringContaining('can’t be looked at any more') },
    })
    expect((await send(server, `/${links[0]}`)).status).toBe(404)
  })

  // START-162
  test('are made for nobody in an organisation that lets no results be downloaded, and no link of before opens them', async () => {
    await complete()
    const socket = connect(learner)
    const links: string[] = []
    socket.on('Link', (url: string) => links.push(url))
    expect(await ask(socket, formRunGuid, 'x.pdf', 1)).toEqual({})
    const attemptsOf = async () => {
      const { attempts } = await doCall(server, calls.attempts, { query: { examGuid: world.entry.examGuid } }, learner)
      return attempts.map(({ downloadablePractice }) => downloadablePractice)
    }
    expect(await attemptsOf()).toEqual([true])
    const { details } = await server.db.kysely
      .selectFrom('organisation')
      .select('details')
      .where('org_id', '=', 1)
      .executeTakeFirstOrThrow()
    const refusing = JSON.stringify({ ...JSON.parse(details), canDownloadResult: false })
    await server.db.kysely.updateTable('organisation').set({ details: refusing }).where('org_id', '=', 1).execute()
    expect(await ask(socket, formRunGuid, 'x.pdf', 1)).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect((await send(server, `/${links[0]}`)).status).toBe(404)
    expect(await attemptsOf()).toEqual([false])
  })

  test('are behind their link only until their learner has logged off', async () => {
    await complete()
    const { access_token } = await signIn(server, world)
    const socket = connect(access_token)
    const link = new Promise<string>((resolve) => socket.on('Link', resolve))
    expect(await ask(socket, formRunGuid, 'x.pdf', 1)).toEqual({})
    expect((await send(server, `/${await link}`)).status).toBe(200)
    await doCall(server, calls.logout, { query: { userGUID: 'o1-learner' } }, access_token)
    expect((await send(server, `/${await link}`)).status).toBe(404)
    learner = (await signIn(server, world)).access_token
    expect((await send(server, `/${await link}`)).status).toBe(404)
  })

  test('tell the marks so far while a written answer waits for a person, and no percentage, grade or pass', async () => {
    const written = { questionVersionId: 'o1-q3', questionNumber: 3, answerText: 'Because.', options: [], sequence: 5 }
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, written) }, learner)
    await complete()
    const socket = connect(learner)
    const link = new Promise<string>((resolve) => socket.on('Link', resolve))
    await ask(socket, formRunGuid, 'x.pdf', 1)
    const file = await fetch(`${server.origin}/${await link}`)
    const pdf = await readPdf(new Uint8Array(await file.arrayBuffer()))
    expect(pdf.all('TH')).toContain('Marks so far')
    expect(pdf.all('TD')).toContain('2 of 8')
    for (const word of ['25%', 'Not passed', 'Fail']) expect(pdf.all('TD')).not.toContain(word)
  })

  test('have a link that opens nothing else, and ends', async () => {
    await complete()
    const socket = connect(learner)
    const link = new Promise<string>((resolve) => socket.on('Link', resolve))
    await ask(socket, formRunGuid, '../../e vil\n.pdf', 1)
    const url = `/${await link}`
    expect((await send(server, url)).headers.get('content-disposition')).toContain('filename="e_vil.pdf"')
    expect((await send(server, url.replace(formRunGuid, 'other-run'))).status).toBe(404)
    expect((await send(server, url.slice(0, -2))).status).toBe(404)
    const call = calls.practiceResultsFile
    expect((await tryCall(server, call, { params: { formRunGuid }, query: { token: learner } })).status).toBe(404)
  })
})

test('a file name is one on every system', () => {
  expect(safeFileName('Exam_Name_2026-11-21.pdf', 'results')).toBe('Exam_Name_2026-11-21.pdf')
  expect(safeFileName('امتحان_2026.pdf', 'results')).toBe('امتحان_2026.pdf')
  expect(safeFileName('..\\..//con"\r\n: *?.PDF', 'results')).toBe('con.pdf')
  expect(safeFileName('', 'results')).toBe('results.pdf')
  expect(safeFileName('x'.repeat(500), 'results')).toHaveLength(124)
})
