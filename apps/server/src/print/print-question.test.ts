import { calls, type InputOf } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { collectReplay } from '../assessment/evidence/replay/collect-replay.ts'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { selectLedger } from '../assessment/form-run/ledger-queries.ts'
import { selectFormRunOfOrganisation } from '../assessment/form-run/queries.ts'
import { createPrinter, type PrintOutcome } from '../paper/printing/printer.ts'
import { readPdf } from '../paper/testing/read-pdf.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import {
  arrange,
  doCall,
  examOf,
  personOf,
  refusalIn,
  send,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../testing/test-world.ts'

const minute = 60_000

describe.each(oneDatabase)('printing a question on %s', (database) => {
  const { clock, pass } = createTestClock()
  const realPrinter = createPrinter({
    workers: 1,
    onFailure: (error) => {
      throw error
    },
  })
  /** In the place of what a real printer makes. */
  let nextOutcome: PrintOutcome | undefined
  /** What a printer waits for before it begins, and the titles of what it was given. */
  let ready = Promise.resolve()
  const given: string[] = []
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  let lastOrganisation = 9100

  beforeAll(async () => {
    server = await startTestServer({
      database,
      clock,
      config: { isProxy: () => true },
      printer: {
        print: async (document) => {
          given.push(document.subtitle)
          await ready
          return nextOutcome ?? realPrinter.print(document)
        },
        stop: realPrinter.stop,
      },
    })
  })
  afterAll(() => server.stop())

  const question = (fields: object) => authoredQuestion.parse({ marks: 1, ...fields })
  interface Wishes {
    readonly settings?: object
    readonly organisationSettings?: Record<string, string>
    readonly questions?: readonly object[]
    readonly orgId?: number
    readonly languageId?: number
  }
  /** An exam with its own questions, or the usual ones, whose learner has begun it. */
  const sit = async ({ settings = { printQuestions: true }, questions, orgId, languageId = 1, ...more }: Wishes = {}) => {
    lastOrganisation += 1
    const own = orgId ?? lastOrganisation
    const prefix = `o${own}`
    const section = { id: `${prefix}-part`, name: 'Part', questions: (questions ?? []).map(question) }
    world = await arrange(server, {
      orgId: own,
      everyone: true,
      invigilated: true,
      exam: examOf(prefix, {
        settings: { examTime: 600, ...settings },
        ...(questions && { sections: [{ ...section, scenarioText: '<p>The harbour at dawn.</p>' }] }),
      }),
      file: {
        settings: { AllowRemotePause: '1', ...more.organisationSettings },
        ...(languageId !== 1 && { people: [{ ...personOf(prefix, 'learner', 1), languageId }] }),
      },
    })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  }
  type Asked = InputOf<typeof calls.printQuestion>['query']
  const wanted = (questionId: string, more: Partial<Asked> = {}): Asked => ({
    questionId,
    userGuid: world.entry.userGuid,
    scheduleGuid: world.entry.scheduleGuid,
    scheduleType: 1,
    examGuid: world.entry.examGuid,
    examTypeGuid: world.entry.examObjectTypeGuid,
    formRunGuid,
    filename: 'question.pdf',
    ...more,
  })
  const id = (name: string) => `${world.prefix}-${name}`
  const ask = (name: string, more: Partial<Asked> = {}, by = token) =>
    tryCall(server, calls.printQuestion, { query: wanted(id(name), more) }, by)
  const refused = async (...asked: Parameters<typeof ask>) => {
    const { status, code } = refusalIn(await ask(...asked))
    return `${status} ${code}`
  }
  const cookieIn = ({ headers }: { headers: Headers }) => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  /** The link that is made for a question, with the cookie of the browser that asked. */
  const linkOf = async (name: string) => {
    const answer = await ask(name)
    const { link } = JSON.parse(answer.text) as { link: string }
    return { link: `/${link}&inline=true`, cookie: cookieIn(answer) }
  }
  const open = ({ link, cookie }: { link: string; cookie: string }) => send(server, link, { headers: { cookie } })
  const statusOf = async (linked: { link: string; cookie: string }) => {
    const answer = await open(linked)
    return answer.status === 200 ? '200' : `${answer.status} ${refusalIn(answer).code}`
  }
  const pdfOf = async (name: string) => {
    const { link, cookie } = await linkOf(name)
    const file = await fetch(server.origin + link, { headers: { cookie } })
    expect(file.status).toBe(200)
    return { file, pdf: await readPdf(new Uint8Array(await file.arrayBuffer())) }
  }
  const pause = async (paused: boolean) => {
    const { access_token: invigilator } = await signIn(server, world, 'invigilator')
    await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused } }, invigilator)
  }
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 2 } }, token)

  // PRINT-301 API-315 ENT-321 PRINT-307 RUN-357
  test('gives its learner a link to a PDF of its text and options, tagged, which no key, mark or note of a marker is in', async () => {
    await sit()
    const { file, pdf } = await pdfOf('q1')
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toContain('inline; filename="question.pdf"')
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    expect([pdf.language, pdf.title]).toEqual(['en', `Trees of ${world.prefix} – Question 1`])
    expect(pdf.all('H1')).toEqual([`Trees of ${world.prefix}`])
    expect(pdf.all('H2')).toEqual(['Question 1'])
    expect(pdf.all('P')).toContain('Which bends?')
    expect(pdf.all('LI')).toEqual(['• Ash', '• Birch', '• Cedar'])
    expect(pdf.text).toContain('Ada Wood')
    expect((await pdfOf('q3')).pdf.text).not.toMatch(/SECRETNOTES|mark/i)
    expect((await pdfOf('q1')).pdf.text).not.toMatch(/mark|correct|key/i)
  })

  // API-316
  test('is asked for by a POST with an empty body too', async () => {
    await sit()
    const answer = await tryCall(server, calls.postPrintQuestion, { query: wanted(id('q1')) }, token)
    const { link } = JSON.parse(answer.text) as { link: string }
    expect(await statusOf({ link: `/${link}`, cookie: cookieIn(answer) })).toBe('200')
  })

  test('holds the scenario, pictures, tables, lists and formulas, and reads a formula and a picture out', async () => {
    const text = `<p>Look: <img src="pictures/tree.png" alt="A bent tree"></p><table><tr><th>Day<th>Price<tr><td>Mon<td>£2</table>
      <ol><li>one<li>two</ol><math><mfrac><mi>k</mi><mn>2</mn></mfrac></math>`
    await sit({ questions: [{ type: 'QUESTIONLTEXT', id: 'o-q', text }] })
    const { width, height } = { width: 60, height: 40 }
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#225588' } })
      .png()
      .toBuffer()
    const { orgId: org_id } = world
    const file = { org_id, exam_guid: world.entry.examGuid, version: 3, path: 'pictures/tree.png' }
    const { kysely } = server.db
    const described = { ...file, media_type: 'image/png', size: bytes.length }
    await kysely.insertInto('exam_resource').values(described).execute()
    await kysely
      .insertInto('exam_resource_chunk')
      .values({ ...file, number: 0, bytes })
      .execute()
    const answer = await tryCall(server, calls.printQuestion, { query: wanted('o-q') }, token)
    const { link } = JSON.parse(answer.text) as { link: string }
    const fetched = await fetch(`${server.origin}/${link}`, { headers: { cookie: cookieIn(answer) } })
    const raw = new Uint8Array(await fetched.arrayBuffer())
    const pdf = await readPdf(raw)
    expect(pdf.all('H2')).toEqual(['Text for this question', 'Question 1'])
    expect(pdf.all('P')).toContain('The harbour at dawn.')
    expect(pdf.all('TH')).toEqual(['Day', 'Price'])
    expect(pdf.all('TD')).toEqual(['Mon', '£2'])
    expect(pdf.all('LI')).toEqual(['1. one', '2. two'])
    expect(pdf.all('Figure')).toHaveLength(1)
    expect(pdf.all('Formula')).toHaveLength(1)
    const file1 = Buffer.from(raw).toString('latin1')
    for (const one of ['/Subtype /Image', '/Alt (A bent tree)', '/Alt (k/2)']) expect(file1).toContain(one)
  })

  test('stands in the form run’s ledger and in its replay: once for each PDF that is made, and not where it is refused', async () => {
    await sit()
    const prints = async () =>
      (await selectLedger(server.db, { orgId: world.orgId, formRunGuid })).flatMap((event) =>
        event.kind === 'print' ? [[event.questionId, event.author]] : [],
      )
    expect(await refused('none')).toBe('404 NOT_FOUND')
    expect(await prints()).toEqual([])
    await Promise.all([ask('q1'), ask('q1')])
    await ask('q1')
    const learner = world.entry.userGuid
    expect(await prints()).toEqual([[id('q1'), learner]])
    await ask('q2')
    pass(minute)
    await ask('q1')
    expect((await prints()).map(([question]) => question)).toEqual([id('q1'), id('q2'), id('q1')])
    const run = await selectFormRunOfOrganisation(server.db, world.orgId, formRunGuid)
    if (!run) throw new Error('The form run is gone.')
    const exams = createExamCache(server.db, clock.nowMs)
    const { lines } = await collectReplay({ database: server.db, exams, clock }, run)
    const linesOfQuestion = lines.filter(({ what }) => what === 'The text of question 1 was given to the learner to print.')
    expect(linesOfQuestion).toHaveLength(2)
  })

  test('is in the learner’s language and direction', async () => {
    const printed = async (languageId: number, text: string, option: string) => {
      const asked = { type: 'RADIO', id: 'o-q', text, options: [{ id: 'a', text: option }], key: 'a' }
      await sit({ languageId, questions: [asked] })
      const answer = await tryCall(server, calls.printQuestion, { query: wanted('o-q') }, token)
      const { link } = JSON.parse(answer.text) as { link: string }
      const file = await fetch(`${server.origin}/${link}`, { headers: { cookie: cookieIn(answer) } })
      const pdf = await readPdf(new Uint8Array(await file.arrayBuffer()))
      const [page] = pdf.pages
      const at = (part: string) => {
        const found = page?.placed.find((one) => one.text.includes(part))
        if (!found) throw new Error(`“${part}” isn’t on the page`)
        return found
      }
      return { pdf, at, width: page?.width ?? 0 }
    }
    const english = await printed(1, '<p>Which bends?</p>', 'Birch')
    const arabic = await printed(2, '<p>أي شجرة تنحني؟</p><p>ثمن Dover 12 اليوم</p>', 'البتولا')
    expect(arabic.pdf.language).toBe('ar')
    expect(arabic.pdf.all('H2')[1]).toContain('السؤال')
    // Lines begin at the right margin, as far from it as English ones are from the left.
    const margin = english.at('Which').left
    expect(english.at('Question').left).toBeCloseTo(margin)
    for (const line of ['السؤال', 'شجرة', 'ثمن']) expect(arabic.width - arabic.at(line).right, line).toBeCloseTo(margin)
    // What comes next stands to the left: an option of its bullet, words of other letters within a line.
    expect(english.at('Birch').left).toBeGreaterThan(english.at('•').right)
    expect(arabic.at('•').left).toBeGreaterThan(arabic.at('الب').right)
    expect(arabic.at('ثمن').left).toBeGreaterThan(arabic.at('Dover 12').right)
    expect(arabic.at('Dover 12').left).toBeGreaterThan(arabic.at('اليوم').right)
  })

  test('has a link that opens for the browser that asked alone, in its session, for five minutes', async () => {
    await sit()
    const linked = await linkOf('q1')
    const other = (await signIn(server, world, 'other')).access_token
    expect(await refused('q1', {}, other)).toBe('404 NOT_FOUND')
    expect(await refused('q1', { userGuid: id('other') }, other)).toBe('404 NOT_FOUND')
    const admin = (await signIn(server, world, 'admin')).access_token
    expect(await refused('q1', {}, admin)).toBe('404 NOT_FOUND')
    expect((await ask('q1', {}, 'nonsense')).status).toBe(401)
    for (const more of [{ scheduleGuid: 'x' }, { examGuid: 'x' }, { formRunGuid: 'x' }, { questionId: 'x' }, { userGuid: 'x' }])
      expect(await refused('q1', more)).toBe('404 NOT_FOUND')
    expect(await statusOf({ ...linked, cookie: '' })).toBe('404 NOT_FOUND')
    expect(await statusOf({ ...linked, cookie: `${linked.cookie}0` })).toBe('404 NOT_FOUND')
    expect(await statusOf({ ...linked, link: `/print/Question/pdf?token=${token}` })).toBe('404 NOT_FOUND')
    pass(5 * minute - 1000)
    expect(await statusOf(linked)).toBe('200')
    pass(1000)
    expect(await statusOf(linked)).toBe('404 NOT_FOUND')
    const again = await linkOf('q1')
    await doCall(server, calls.logout, { query: { userGUID: world.entry.userGuid } }, token)
    expect(await statusOf(again)).toBe('404 NOT_FOUND')
  })

  test('over https has a cookie that browsers keep for this host alone; over a school’s plain http one without the prefix', async () => {
    await sit()
    const over = (protocol: string) => ({ 'x-forwarded-proto': protocol })
    const asked = async (protocol: string) => {
      const answer = await tryCall(server, calls.printQuestion, { query: wanted(id('q1')) }, token, () => over(protocol))
      const { link } = JSON.parse(answer.text) as { link: string }
      return { link: `/${link}`, set: answer.headers.get('set-cookie') ?? '', cookie: cookieIn(answer) }
    }
    const opened = async (link: string, protocol: string, cookie: string) =>
      (await send(server, link, { headers: { cookie, ...over(protocol) } })).status
    const [plain, secure] = [await asked('http'), await asked('https')]
    expect(plain.set).toMatch(/^sitwell-print=\w+; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(secure.set).toMatch(/^__Host-sitwell-print=\w+; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    expect(await opened(plain.link, 'http', plain.cookie)).toBe(200)
    expect(await opened(secure.link, 'https', secure.cookie)).toBe(200)
    // One that somebody on the network, or at a name beside this one, could have put there.
    expect(await opened(secure.link, 'https', plain.cookie)).toBe(404)
  })

  test('is refused where nobody allowed it, and where the exam forbids what its organisation allows', async () => {
    await sit({ settings: {} })
    expect(await refused('q1')).toBe('403 NOT_ALLOWED')
    await sit({ settings: {}, organisationSettings: { PrintQuestions: '1' } })
    expect((await ask('q1')).status).toBe(200)
    await sit({ settings: { printQuestions: false }, organisationSettings: { PrintQuestions: '1' } })
    expect(await refused('q1')).toBe('403 NOT_ALLOWED')
  })

  // PRINT-306 NAV-221 RUN-358
  test('of static text is for organisations 4 and 12 alone', async () => {
    const questions = [{ type: 'STATICTEXT', id: 'o-q', text: '<p>The statute.</p>', marks: 0 }]
    const code = async () => {
      const answer = await tryCall(server, calls.printQuestion, { query: wanted('o-q') }, token)
      return answer.status
    }
    for (const orgId of [4, 12]) {
      await sit({ orgId, questions, settings: {} })
      expect(await code()).toBe(200)
    }
    await sit({ questions, settings: { printQuestions: true } })
    expect(await code()).toBe(403)
  })

  test('gives nothing out before the start, while the exam is paused, once its time is over, and once it is completed', async () => {
    await sit()
    const before = formRunGuid
    formRunGuid = 'not-begun'
    expect(await refused('q1')).toBe('404 NOT_FOUND')
    formRunGuid = before
    const linked = await linkOf('q1')
    await pause(true)
    expect(await refused('q1')).toBe('409 EXAM_PAUSED')
    expect(await statusOf(linked)).toBe('409 EXAM_PAUSED')
    await pause(false)
    // To be offered to continue is not to continue.
    expect(await refused('q1')).toBe('409 EXAM_PAUSED')
    const { resumeOffer } = await doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    await doCall(server, calls.resumeSitting, { body: { formRunGuid, offer: resumeOffer?.number ?? 0 } }, token)
    expect(await statusOf(linked)).toBe('200')
    await complete()
    expect(await refused('q1')).toBe('409 FORM_RUN_COMPLETED')
    expect(await statusOf(linked)).toBe('409 FORM_RUN_COMPLETED')

    await sit()
    pass(10 * minute)
    token = (await signIn(server, world)).access_token
    expect(await refused('q1')).toMatch(/^409 (TIME_OVER|FORM_RUN_COMPLETED)$/)
  })

  test('gives nothing of a part out that is still sealed, or that was left for good', async () => {
    lastOrganisation += 1
    const prefix = `o${lastOrganisation}`
    const part = (name: string, more: object = {}) => ({
      id: `${prefix}-${name}`,
      name,
      ...more,
      questions: [
        question({ type: 'QUESTIONLTEXT', id: `${prefix}-${name}1`, text: `Text of ${name}` }),
        question({ type: 'STATICTEXT', id: `${prefix}-${name}2`, text: 'Read this.', marks: 0 }),
      ],
    })
    const sections = [part('a', { oneWay: true }), part('b')]
    const exam = examOf(prefix, { settings: { examTime: 3600, printQuestions: true, sealParts: true }, sections })
    world = await arrange(server, { orgId: lastOrganisation, exam })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    expect((await ask('a1')).status).toBe(200)
    // Not even of what kind its questions are, which may never be printed.
    for (const one of ['b1', 'b2']) expect(await refused(one)).toBe('409 PART_SEALED')
    const ofA = await linkOf('a1')
    const move = { formRunGuid, partId: id('b'), page: id('b1'), completedParts: [id('a')] }
    await doCall(server, calls.partKey, { body: move }, token)
    expect((await ask('b1')).status).toBe(200)
    expect(await refused('b2')).toBe('403 NOT_ALLOWED')
    expect(await refused('a1')).toBe('409 PART_CLOSED')
    expect(await statusOf(ofA)).toBe('409 PART_CLOSED')
  })

  test('is made for a double click, and of one question at a time', async () => {
    await sit()
    const { promise, resolve } = Promise.withResolvers<void>()
    ready = promise
    given.length = 0
    const double = [ask('q2'), ask('q2')]
    await vi.waitFor(() => expect(given).toEqual(['Question 2', 'Question 2']))
    expect(await refused('q3')).toBe('429 TOO_MANY_REQUESTS')
    resolve()
    expect((await Promise.all(double)).map(({ status }) => status)).toEqual([200, 200])
    expect((await ask('q3')).status).toBe(200)
  })

  // ENT-321
  test('tells in the learner’s words where it could not be printed, or too many wait', async () => {
    await sit()
    nextOutcome = { ok: false, code: 'BUSY' }
    expect(JSON.parse((await ask('q1')).text)).toEqual({ error: expect.stringContaining('try again in a few minutes') })
    nextOutcome = { ok: false, code: 'FAILED' }
    expect(JSON.parse((await ask('q1')).text)).toEqual({ error: expect.stringContaining('go on with your exam') })
    nextOutcome = undefined
    const linked = await linkOf('q1')
    nextOutcome = { ok: false, code: 'FAILED' }
    expect(await statusOf(linked)).toBe('503 BUSY')
    nextOutcome = undefined
  })

  test('ends hostile HTML in a bounded document, and asks nobody for anything', async () => {
    const asked: string[] = []
    const elsewhere = await import('node:http').then(({ createServer }) =>
      createServer((request, response) => {
        asked.push(request.url ?? '')
        response.end()
      }).listen(0, '127.0.0.1'),
    )
    const address = elsewhere.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const text = [
      `<p>Begins <img src="${origin}/a.png" alt="Far away"> <img src="//127.0.0.1/b.png" alt="Near">`,
      '<img src="../../../../etc/passwd" alt="Above"><img src="file:///etc/passwd" alt="File"><img src="%00%zz" alt="Odd">',
      '<img src="pictures/a%20tree.svg" alt="Drawn"><img src="pictures/none.png" alt="Missing">',
      `<link rel="stylesheet" href="${origin}/c.css"><style>@import '${origin}/d.css'</style><script>fetch('${origin}/e')</script>`,
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Broken"></p>',
      `<table><tr>${'<td colspan=9999 rowspan=9999>x'.repeat(400)}</table>`,
      `<table>${'<tr><td rowspan=9>word<td>word'.repeat(400)}</table>`,
      '<div>'.repeat(5000),
      '<math>'.repeat(300),
      `${'<table><tr><td>'.repeat(200)}deep`,
      'the end',
    ].join('')
    await sit({ questions: [{ type: 'QUESTIONLTEXT', id: 'o-q', text }] })
    const answer = await tryCall(server, calls.printQuestion, { query: wanted('o-q') }, token)
    const { link } = JSON.parse(answer.text) as { link: string }
    const file = await fetch(`${server.origin}/${link}`, { headers: { cookie: cookieIn(answer) } })
    const pdf = await readPdf(new Uint8Array(await file.arrayBuffer()))
    for (const alt of ['Far away', 'Near', 'Above', 'File', 'Odd', 'Drawn', 'Missing', 'Broken'])
      expect(pdf.text.replace(/\s+/g, ' ')).toContain(`[Picture: ${alt}]`)
    expect(pdf.text).toContain('could not be printed')
    expect(pdf.text).not.toMatch(/root:|import|fetch/)
    expect(asked).toEqual([])
    elsewhere.close()
  })
})
