import { randomUUID } from 'node:crypto'
import { calls, heardHeader } from '@sitwell/contract'
import { writeReceipt } from '@sitwell/exam/answers/receipt'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, doCall, examOf, saveOf, sitExam, tryCall } from '../testing/test-world.ts'
import { commandInvigilate } from './invigilate.ts'
import { verify } from './verify.ts'

const examMs = 20_000
const options = ['a', 'b'].map((id) => ({ id, text: `Tree ${id}` }))
const fiveQuestions = (prefix: string) =>
  examOf(prefix, {
    settings: { examTime: examMs / 1000 },
    sections: [
      {
        id: `${prefix}-section`,
        name: 'All',
        questions: [1, 2, 3, 4, 5].map((number) =>
          authoredQuestion.parse({ type: 'RADIO', id: `${prefix}-${number}`, text: 'Which?', options, key: 'b', marks: 1 }),
        ),
      },
    ],
  })

describe.each(oneDatabase)('what a receipt says of answers that came late, on %s,', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  const output: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
  })
  afterEach(() => output.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  const sit = async (orgId: number) => {
    const world = await arrange(server, { orgId, exam: fiveQuestions(`o${orgId}`) })
    const { token, formRunGuid } = await sitExam(server, world)
    const { headers } = await tryCall(server, calls.dashState, { query: { formRunGuid } }, token)
    const contactAt = Number(headers.get(heardHeader))
    let sequence = 0
    const save = (number: number, typed?: { steadyMs?: number; wallMs: number }) => {
      sequence += 1
      const id = `${world.prefix}-${number}`
      const answer = { answerText: 'Tree b', options: [{ optionID: 'b', optionText: 'Tree b' }] }
      const named = { questionVersionId: id, page: id, sequence, requestId: randomUUID() }
      const claim = typed && { typed: { contactAt, ...typed }, IsFromLocalStorage: true }
      return tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { ...answer, ...named, ...claim }) }, token)
    }
    const receipt = async () => {
      const { receipt } = await doCall(server, calls.result, { query: { formRunGuid } }, token)
      if (!receipt) throw new Error('The result has no receipt')
      return receipt
    }
    const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 20 } }, token)
    const heardOf = async (given: string) => {
      const code = await verify(server.db, { orgId, given, examGuid: undefined, head: false })
      return { code, output: output.splice(0).join('\n') }
    }
    const accept = async (waiting: boolean) => {
      const wishes = { orgId, formRunGuid, examGuid: undefined, seconds: undefined, text: undefined, waiting }
      await commandInvigilate(server.db, 'accept-late', wishes)
      output.splice(0)
    }
    return { formRunGuid, save, receipt, complete, heardOf, accept }
  }

  test('it counts those that count, that wait, and that don’t and why; sitwell verify says so then and now', async () => {
    const { save, receipt, complete, heardOf, accept, formRunGuid } = await sit(2)
    const inTime = { steadyMs: 2000, wallMs: 2000 }
    await save(1)
    pass(examMs + 49_000)
    await save(2, inTime)
    await save(3, { wallMs: 2000 })
    await save(4)
    await complete()
    const first = await receipt()
    const nothing = { late: 0, paused: 0, closed: 0, markTold: 0 }
    expect(first).toMatchObject({ answers: 2, onServer: 4, saves: 4 })
    expect(first.late).toEqual({ counted: 1, waiting: 1, notCounted: { ...nothing, late: 1 } })
    expect((await save(5, inTime)).status).toBe(409)
    const second = await receipt()
    expect(second).toMatchObject({ answers: 2, onServer: 5, saves: 5 })
    expect(second.late).toEqual({ counted: 1, waiting: 1, notCounted: { ...nothing, late: 1, markTold: 1 } })

    const line = writeReceipt(first)
    expect(await heardOf(line)).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^The receipt matches: .*\nWhen it was given, late: 1 counted, 1 waiting for staff, 1 not counted \(1 came too late\)\.\nNow: answers to 5 questions on the server; late: 1 counted, 1 waiting for staff, 2 not counted \(1 came too late, 1 came after a mark was told\)\.$/,
      ),
    })
    // As it was written before receipts said so.
    const before = writeReceipt({ ...first, late: undefined })
    expect(before).toMatch(/^sitwell-2/)
    expect(await heardOf(before)).toEqual({
      code: 0,
      output: expect.stringMatching(/matches: .*\nNow: answers to 5 questions/),
    })

    await accept(true)
    expect(await heardOf(line)).toEqual({
      code: 0,
      output: expect.stringMatching(
        /1 answers came late and were let count since.*\nWhen .* 1 waiting.*\nNow: .* late: 2 counted, 0 waiting/,
      ),
    })
    expect((await receipt()).late).toEqual({ counted: 2, waiting: 0, notCounted: { ...nothing, late: 1, markTold: 1 } })
    await server.db.kysely.deleteFrom('answer_event').where('form_run_guid', '=', formRunGuid).where('number', '=', 4).execute()
    expect(await heardOf(line)).toEqual({
      code: 1,
      output: expect.stringContaining('of the 4 saves that had come when the receipt was given 3 are there'),
    })
  })

  test('counts that are not what the history says are found, as are more saves than ever came', async () => {
    const { save, receipt, complete, heardOf } = await sit(3)
    await save(1)
    pass(examMs + 49_000)
    await save(2)
    await save(3, { wallMs: 2000 })
    await complete()
    const line = writeReceipt(await receipt())
    expect(line).toMatch(/\/3\/0\.1\.1\.0\.0\.0$/)
    expect((await heardOf(line)).code).toBe(0)
    for (const forged of ['3/1.0.1.0.0.0', '3/0.1.0.0.0.0', '3/0.0.2.0.0.0', '3/0.1.0.1.0.0', '2/0.1.1.0.0.0'])
      expect(await heardOf(line.replace(/3\/[\d.]+$/, forged))).toEqual({
        code: 1,
        output: expect.stringContaining("the history doesn't say of late answers what the receipt says"),
      })
    expect((await heardOf(line.replace(/3\/([\d.]+)$/, '9/$1'))).output).toContain('of the 9 saves')
  })
})
