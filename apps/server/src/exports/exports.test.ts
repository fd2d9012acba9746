import { randomUUID } from 'node:crypto'
import { calls, type InputOf } from '@sitwell/contract'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPdf } from '../paper/testing/read-pdf.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { doCall, saveOf } from '../testing/test-world.ts'

const morning = Date.parse('2026-12-03T08:00:00Z')
const hour = 60 * 60_000

type Wanted = Omit<InputOf<typeof calls.officeExportResults>['body'], 'deliveryID'>
type Statements = Omit<InputOf<typeof calls.officeStatements>['body'], 'deliveryID'>

describe.each(bothDatabases)('exports of results on %s', (database) => {
  const at = { nowMs: morning }
  let server: TestServer
  let desk: DeliveryDesk
  let officer: OfficeBrowser
  let deliveryID: string
  let orgId = 0

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  /** Sits and hands in. Whoever writes an essay waits for a marker. */
  const sit = async (learner: number, answers: Readonly<Record<string, object>>) => {
    const begun = JSON.parse((await desk.begin(learner)).text) as { formRunGUID: string }
    const { token } = await desk.schedulesOf(learner)
    const formRunGuid = begun.formRunGUID
    let sequence = 0
    for (const [question, answer] of Object.entries(answers)) {
      sequence += 1
      const body = saveOf(desk, formRunGuid, { ...answer, questionVersionId: `${desk.prefix}-${question}`, sequence })
      await doCall(server, calls.saveAnswer, { body }, token)
    }
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  }
  const option = (optionID: string, optionText: string) => ({ answerText: optionText, options: [{ optionID, optionText }] })

  // Of three people the first has marks, the second none, and the third does not come.
  beforeEach(async () => {
    orgId += 1
    at.nowMs = morning
    desk = await arrangeDeliveries(server, orgId)
    deliveryID = (await desk.applied({ rules: { ...desk.fields().rules, release: 'confirmed' } })).deliveryID
    at.nowMs = morning + 2 * hour
    await sit(1, { q1: option('b', 'Birch') })
    await sit(2, { q1: option('a', 'Ash') })
    at.nowMs = morning + 5 * hour
    // Whose session of the morning has ended.
    officer = await openOffice(server, orgId, 'officer')
  })

  const take = (body: Wanted, one: OfficeBrowser = officer) =>
    one.tryIt(calls.officeExportResults, { body: { deliveryID, ...body } }, { readAs: 'latin1' })
  const csv = async (body: Omit<Wanted, 'format'>) => {
    const answer = await take({ ...body, format: 'csv' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const text = Buffer.from(answer.text, 'latin1').toString()
    expect(text.startsWith('\ufeff')).toBe(true)
    return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data
  }
  const compute = async () =>
    (await officer.doIt(calls.officeComputeResults, { body: { deliveryID, requestId: randomUUID() } })).set
  const decide = (outcome: 'excused', userID: number) =>
    officer.doIt(calls.officeSetOutcomes, {
      body: { deliveryID, people: [{ userID, basedOn: 0 }], outcome, reason: '=cmd|ill', requestId: randomUUID() },
    })

  // OFFICE-408
  test('have an outcome for everybody: a zero is a zero, and an absence is an empty score', async () => {
    const rows = await csv({ set: 'now', what: 'people' })
    expect(rows.map((row) => [row['person'], row['outcome'], row['score'], row['max_score'], row['passed']])).toEqual([
      ['2', 'sat', '0', '8', 'no'],
      ['3', 'absent', '', '', ''],
      ['1', 'sat', '2', '8', 'no'],
    ])
    expect(rows[0]).toMatchObject({
      ...{ first_name: 'Ada', last_name: 'Li', delivery: 'Trees in December', exam_version: '3', percent: '0', grade: 'Fail' },
      ...{ handed_in_at: '2026-12-03T10:00:00+00:00', set: 'now', as_of: '2026-12-03T13:00:00+00:00' },
    })
    const marks = await csv({ set: 'now', what: 'questions' })
    expect(marks.map((row) => [row['person'], row[`${desk.prefix}-q1`], row[`${desk.prefix}-q3`]])).toEqual([
      ['2', '0', '0'],
      ['3', '', ''],
      ['1', '2', '0'],
    ])
    const responses = await csv({ set: 'now', what: 'responses' })
    expect(responses.map((row) => [row['person'], row['question'], row['answer'], row['score']])).toEqual([
      ['2', `${desk.prefix}-q1`, 'Ash', '0'],
      ['2', `${desk.prefix}-q2`, '', '0'],
      ['2', `${desk.prefix}-q3`, '', '0'],
      ['3', '', '', ''],
      ['1', `${desk.prefix}-q1`, 'Birch', '2'],
      ['1', `${desk.prefix}-q2`, '', '0'],
      ['1', `${desk.prefix}-q3`, '', '0'],
    ])
  })

  test('of a set say what the set says, whatever came since, and are in the log with what and how many', async () => {
    const { set } = await compute()
    await decide('excused', 3)
    const outcomes = async (from: 'now' | number) =>
      (await csv({ set: from, what: 'people' })).map((row) => [row['outcome'], row['outcome_reason'], row['set']])
    expect((await outcomes(set))[1]).toEqual(['absent', '', String(set)])
    expect((await outcomes('now'))[1]).toEqual(['excused', "'=cmd|ill", 'now'])
    expect((await csv({ set, what: 'questions' })).map((row) => row[`${desk.prefix}-q1`])).toEqual(['0', '', '2'])
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'results-exported', most: 20 })
      expect(JSON.parse(events.at(-1)?.content ?? '{}')).toMatchObject({
        what: 'Trees in December',
        target: { delivery: deliveryID, set, of: 'people', format: 'csv', people: 3 },
      })
    })
  })

  test('are a workbook in the language of whoever asks', async () => {
    const answer = await take({ set: 'now', what: 'people', format: 'xlsx', language: 'de' })
    expect(answer.headers.get('content-disposition')).toContain('Trees_in_December_now_people.xlsx')
    const files = unzipSync(Buffer.from(answer.text, 'latin1'))
    const sheet = Buffer.from(files['xl/worksheets/sheet1.xml'] ?? []).toString()
    expect(sheet).toContain('>Nachname<')
    expect(sheet).toContain('>Nicht erschienen<')
    expect(sheet).not.toContain('<f>')
  })

  test('are for whoever may export, and not for whoever reads results, or of another organisation', async () => {
    const auditor = await openOffice(server, orgId, 'auditor')
    const body = { deliveryID, set: 'now', what: 'people', format: 'csv' } as const
    expect(await auditor.refused(calls.officeExportResults, { body })).toMatchObject({ code: 'NOT_ALLOWED' })
    const statements = { deliveryID, set: 'now' } as const
    expect(await auditor.refused(calls.officePreviewStatements, { body: statements })).toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await auditor.refused(calls.officeStatements, { body: { ...statements, part: 1 } })).toMatchObject({
      code: 'NOT_ALLOWED',
    })
    const room = await desk.narrow('exams-officer', { kind: 'room', id: desk.rooms.hall.roomID } as never)
    expect(await room.refused(calls.officeExportResults, { body })).toMatchObject({ code: 'NOT_FOUND' })
    const other = await arrangeDeliveries(server, orgId + 500)
    expect(await other.officer.refused(calls.officeExportResults, { body })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await officer.refused(calls.officeExportResults, { body: { ...body, set: 9 } })).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  const statements = async (body: Statements) => {
    const answer = await officer.tryIt(calls.officeStatements, { body: { deliveryID, ...body } }, { readAs: 'latin1' })
    expect(answer.status).toBe(200)
    return { bytes: Buffer.from(answer.text, 'latin1'), headers: answer.headers }
  }
  const preview = (set: 'now' | number) => officer.doIt(calls.officePreviewStatements, { body: { deliveryID, set } })

  // OFFICE-406
  test('statements are previews until the set is released, and none is printed of what is withheld', async () => {
    const { set } = await compute()
    expect(await preview(set)).toMatchObject({ statements: 3, parts: 1, isPreview: true })
    const { bytes } = await statements({ set, part: 1 })
    const pdfs = Object.entries(unzipSync(bytes))
    expect(pdfs.map(([name]) => name)).toEqual(
      ['Li_Ada_2.pdf', 'Lia_Ben_3.pdf', 'Müller_Zoë_1.pdf'].map((name) => expect.stringContaining(name.slice(0, 6))),
    )
    for (const [, pdf] of pdfs) expect((await readPdf(pdf)).title).toContain('Preview')
    const body = {
      deliveryID,
      people: [{ userID: 2, basedOn: 0 }],
      isWithheld: true,
      reason: 'Under review',
      requestId: randomUUID(),
    }
    await officer.doIt(calls.officeWithholdResults, { body })
    expect(await preview('now')).toMatchObject({
      statements: 2,
      without: { withheld: 1, undecided: 0, unmarked: 0, erased: 0 },
    })
    expect(
      await officer.refused(calls.officeStatements, { body: { deliveryID, set: 'now', people: [2], part: 1 } }),
    ).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('one statement is a PDF by itself, with the outcome and no figure of somebody who was absent', async () => {
    const { set } = await compute()
    const { bytes, headers } = await statements({ set, people: [3], part: 1 })
    expect(headers.get('content-type')).toContain('application/pdf')
    const pdf = await readPdf(bytes)
    expect(pdf.all('TR')).toContain('Outcome Absent')
    expect(pdf.text).not.toContain('of 8')
    const marked = await readPdf((await statements({ set, people: [1], part: 1 })).bytes)
    expect(marked.all('TR')).toEqual(expect.arrayContaining(['Name Zoë Müller', 'Session Trees in December', 'Outcome Sat']))
  })
})
