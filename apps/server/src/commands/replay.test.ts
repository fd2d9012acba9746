import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { escapeText, html } from '../assessment/evidence/replay/safe-html.ts'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { changeLedger } from '../assessment/ledger/time-ledger.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, doCall, examOf, saveOf, sitExam, type World } from '../testing/test-world.ts'
import { writeReplay } from './replay.ts'

const hostile = `</dd><script>alert(1)</script><img src=x onerror=alert(1)> "'& \u202egnp.exe\u0000`

/** The elements of a page and their attributes, with all its text. */
const readPage = (page: string) => {
  const elements: string[] = []
  const attributes = new Set<string>()
  let text = ''
  const parser = new Parser({
    onopentag: (name, found) => {
      elements.push(name)
      for (const attribute of Object.keys(found)) attributes.add(attribute)
    },
    ontext: (more) => {
      text += more
    },
  })
  parser.write(page)
  parser.end()
  return { elements: new Set(elements), attributes, text: text.replaceAll(/\s+/g, ' ') }
}

describe.each(oneDatabase)('sitwell replay on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  let folder: string
  const output: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
    folder = await mkdtemp(join(tmpdir(), 'sitwell-replay-'))
    const exam = examOf('o1', { name: `Trees ${hostile}` })
    const [section] = exam.sections
    const [question] = section?.questions ?? []
    if (question) question.text = `<p>Which <b>bends</b>?</p><script>alert(2)</script>`
    world = await arrange(server, { exam })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
    pass(10_000)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 1 }) }, token)
    pass(10_000)
    const q3 = { questionVersionId: 'o1-q3', page: 'o1-q3', options: [], answerText: hostile, workings: hostile }
    const ClientTime = new Date(clock.nowMs() - 2000).toISOString()
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 2, ...q3, ClientTime }) }, token)
    const context = { database: server.db, exams: createExamCache(server.db, clock.nowMs), clock }
    const place = { orgId: 1, formRunGuid }
    pass(10_000)
    await changeLedger(context, place, 'command', () => [{ kind: 'pause' }])
    pass(30_000)
    await changeLedger(context, place, 'command', () => [{ kind: 'resume' }, { kind: 'incident', text: hostile }])
    const at = (seconds: number) => new Date(clock.nowMs() + seconds * 1000).toISOString()
    const activities = [
      { id: at(1), type: 4, value: 'o1-q2' },
      { id: at(2), type: 12, value: '' },
      { id: at(3), type: 13, value: '' },
      { id: at(4), type: 19, value: hostile },
      { id: at(5), type: 99, value: { odd: hostile } },
    ]
    await doCall(server, calls.activityLog, { params: { formRunGuid }, body: { formRunGuid, activities } }, token)
    pass(10_000)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    const run = { marks_told_at: clock.nowMs() + 60_000 }
    await server.db.kysely.updateTable('form_run').set(run).where('form_run_guid', '=', formRunGuid).execute()
  })
  afterEach(() => output.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await rm(folder, { recursive: true })
    await server.stop()
  })

  const replayed = async (timeZone?: string) => {
    const out = join(folder, 'replay.html')
    const code = await writeReplay(server.db, { orgId: 1, formRunGuid, out, timeZone })
    const page = await readFile(out, 'utf8')
    return { code, page, ...readPage(page) }
  }

  test('tells what the learner saw, did and was told, each line with its evidence and the time that was left', async () => {
    const { code, text } = await replayed()
    expect(code).toBe(0)
    const rows = await server.db.kysely.selectFrom('form_run_event').selectAll().orderBy('number').execute()
    for (const { number, kind, hash } of rows) {
      expect(text).toContain(`ledger event ${number} (${kind})`)
      expect(text).toContain(`hash ${hash}`)
    }
    const events = await server.db.kysely.selectFrom('answer_event').selectAll().execute()
    for (const { request_id, sequence } of events) expect(text).toContain(`request ${request_id}, save ${sequence}`)
    for (const words of [
      'Everything that is kept matches',
      'Ada Wood (learner)',
      'The exam began, in the part “First”.',
      'An answer to question 1 arrived: it was put in place. It is the answer that counts.',
      'typed 2026-11-21T09:00:18.000Z by the browser',
      'Staff, by the sitwell command: The exam was paused',
      'The page opened question 2.',
      'The browser lost the connection',
      'The page showed a dialog.',
      'The page logged an activity of type 99.',
      'The learner finished the exam.',
      'The marks were told for the first time',
      '0:09:30 left',
    ])
      expect(text).toContain(words)
  })

  test('stands still in a pause: what the ledger had left is the same before it and after it', async () => {
    const { page } = await replayed()
    const items = page.split('<li>\n').filter((item) => /was paused|went on/.test(item))
    expect(items.map((item) => /[\d:]+ left/.exec(item)?.[0])).toEqual(['0:09:30 left', '0:09:30 left'])
  })

  test('is one page without scripts, in which nothing that anybody wrote is more than text', async () => {
    const { elements, attributes, text, page } = await replayed('Asia/Kolkata')
    for (const element of ['script', 'img', 'iframe', 'link', 'object', 'a', 'form', 'svg'])
      expect(elements).not.toContain(element)
    expect(
      [...attributes].filter((name) => name.startsWith('on') || name === 'src' || name === 'href' || name === 'style'),
    ).toEqual([])
    expect(text).toContain('<script>alert(1)</script>')
    expect(text).toContain('⟨U+202E⟩gnp.exe')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(page).not.toMatch(/[\u202e\u0000]/)
    expect(text).toContain('Which bends?')
    expect(text).not.toContain('alert(2)')
    expect(page).toContain("default-src 'none'")
  })

  test('tells moments in UTC and in the time zone that was asked for; none such is refused', async () => {
    expect((await replayed('Asia/Kolkata')).text).toContain('21 Nov 2026, 14:30:00 GMT+5:30')
    const wishes = { orgId: 1, formRunGuid, out: join(folder, 'none.html') }
    expect(await writeReplay(server.db, { ...wishes, timeZone: 'Atlantis/Centre' })).toBe(2)
    expect(await writeReplay(server.db, { ...wishes, orgId: 2, timeZone: undefined })).toBe(1)
    await expect(readFile(wishes.out)).rejects.toThrow()
  })

  test('says on top what does not match, also where it can no longer be read', async () => {
    const rows = await server.db.kysely.selectFrom('form_run_event').selectAll().orderBy('number').execute()
    const set = (number: number, details: string) =>
      server.db.kysely.updateTable('form_run_event').set({ details }).where('number', '=', number).execute()
    await set(3, 'not even JSON')
    const { code, text } = await replayed()
    expect(code).toBe(1)
    expect(text).toContain('2 things do not match ledger: Event 3 was changed after it was written.')
    expect(text).toContain('details not even JSON')
    await set(3, rows[2]?.details ?? '')
    expect((await replayed()).code).toBe(0)
  })
})

test('text that is put into the page stays text, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(escapeText(any)).not.toMatch(/[<>"'\u0000\u202e]/)
      expect(html`<p>${any}</p>`.text.match(/</g)).toHaveLength(2)
    }),
  )
})
