import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { answersChecksum, writeReceipt } from '@sitwell/exam/answers/receipt'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { selectFormRunOfOrganisation } from '../assessment/form-run/queries.ts'
import { receiptOf } from '../assessment/results/receipt.ts'
import { insertGeneration } from '../generation/queries.ts'
import { oneDatabase } from '../testing/databases.ts'
import { rememberRows } from '../testing/set-back.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, examOf, saveOf, sitExam, tryCall, type World } from '../testing/test-world.ts'
import { verify as commandVerify } from './verify.ts'

describe.each(oneDatabase)('the receipt of a finished exam on %s', (database) => {
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  const output: string[] = []

  let nowMs = Date.UTC(2026, 10, 21, 9)
  const clock = { nowMs: () => nowMs }

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
    world = await arrange(server)
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
  })
  afterEach(() => output.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
  const ledgerHash = async () => {
    const rows = await server.db.kysely.selectFrom('form_run_event').select('hash').orderBy('number').execute()
    return rows.at(-1)?.hash
  }
  const written = async () => {
    const { receipt } = await result()
    if (!receipt) throw new Error('The result has no receipt')
    return writeReceipt(receipt)
  }
  const verify = (given: string, orgId = 1) => commandVerify(server.db, { orgId, given, examGuid: undefined, head: false })
  const heardOf = async (given: string) => ({ code: await verify(given), output: output.splice(0).join('\n') })

  test('there is none before the completion; then it is over the answers and workings that are held', async () => {
    const q1 = saveOf(world, formRunGuid, { sequence: 1, workings: '2 × 2' })
    const empty = { answerText: '', options: [], bookmarked: true }
    const q2 = { questionVersionId: `${world.prefix}-q2`, questionNumber: 2 }
    await doCall(server, calls.saveAnswer, { body: q1 }, token)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { ...q2, ...empty, sequence: 2 }) }, token)
    expect(await result()).not.toHaveProperty('receipt')
    const body = { formRunGuid, timeRemaining: 10, elapsedTime: 590 }
    const { completedAt } = await doCall(server, calls.complete, { body }, token)
    const answer = { answerText: q1.answerText, options: q1.options }
    const answers = [{ questionId: `${world.prefix}-q1`, answer, workings: '2 × 2' }]
    const checksum = await answersChecksum(formRunGuid, answers, globalThis.crypto.subtle)
    const late = { counted: 0, waiting: 0, notCounted: { late: 0, paused: 0, closed: 0, markTold: 0 } }
    const arrivals = { saves: 2, onServer: 1, answered: 1, partly: 0, late }
    const proof = { checksum, ledger: await ledgerHash() }
    expect((await result()).receipt).toEqual({ formRunGuid, completedAt, answers: 1, ...proof, ...arrivals })
  })

  test('it matches what is stored, given as a line or as a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-receipt-'))
    const file = join(folder, 'receipt.txt')
    await writeFile(file, `${await written()}\n`)
    for (const given of [await written(), file])
      expect(await heardOf(given)).toEqual({ code: 0, output: expect.stringContaining('The receipt matches') })
    await rm(folder, { recursive: true })
  })

  test('what was changed in it is named; a stranger to the organisation or to receipts is refused', async () => {
    const line = await written()
    const wrong = line.replace(/\/[0-9a-f]{64}\//, `/${'0'.repeat(64)}/`).replace('/1/', '/2/')
    const heard = await heardOf(wrong)
    expect(heard.code).toBe(1)
    expect(heard.output).toMatch(/1 answers are stored, not 2\n.*not those that the receipt was made for$/)
    const otherYear = await heardOf(line.replace(/\/\d{4}-/, '/1999-'))
    expect(otherYear).toMatchObject({ code: 1, output: expect.stringMatching(/completed at .*Z, not at 1999-/) })
    const otherLedger = await heardOf(line.replace(/[0-9a-f]{64}(\/\d+\/[\d.]+)$/, `${'0'.repeat(64)}$1`))
    expect(otherLedger).toMatchObject({ code: 1, output: expect.stringMatching(/the ledger is not the one that stood when/) })
    expect(await heardOf(line.replace(formRunGuid, randomUUID()))).toMatchObject({ code: 1 })
    expect(await verify(line, 2)).toBe(1)
    expect(await verify('nothing of the kind')).toBe(2)
  })

  test('an answer that is changed where it is stored is noticed', async () => {
    const line = await written()
    const { kysely } = server.db
    const answers = { answer: JSON.stringify({ answerText: 'Ash', options: [] }) }
    const stored = await kysely.selectFrom('answer').selectAll().where('form_run_guid', '=', formRunGuid).execute()
    await kysely.updateTable('answer').set(answers).where('form_run_guid', '=', formRunGuid).execute()
    expect((await heardOf(line)).output).toMatch(/not those that the receipt was made for$/)
    for (const { question_id, answer } of stored)
      await kysely.updateTable('answer').set({ answer }).where('question_id', '=', question_id).execute()
    expect((await heardOf(line)).code).toBe(0)
  })

  test('answers that came late and were let count since are told, whether within the grace or by an invigilator', async () => {
    const other = await arrange(server, { orgId: 3 })
    const { token, formRunGuid } = await sitExam(server, other)
    const late = (sequence: number, answerText: string, optionID: string) => {
      const answer = { answerText, options: [{ optionID, optionText: answerText }] }
      const body = { ...saveOf(other, formRunGuid, { sequence, ...answer }), requestId: randomUUID() }
      return tryCall(server, calls.saveAnswer, { body }, token)
    }
    const heardOf = async (line: string) => ({ code: await verify(line, 3), output: output.splice(0).join('\n') })
    // The result has it too, and once that was told no late answer counts by itself.
    const receiptNow = async () => {
      const run = await selectFormRunOfOrganisation(server.db, 3, formRunGuid)
      const receipt = run && (await receiptOf(server.db, run))
      if (!receipt) throw new Error('There is no receipt')
      return writeReceipt(receipt)
    }
    expect((await late(7, 'Birch', 'b')).status).toBe(200)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    const first = await receiptNow()
    expect((await late(8, 'Ash', 'a')).status).toBe(200)
    const second = await receiptNow()
    expect(second).not.toBe(first)
    expect(await heardOf(second)).toEqual({ code: 0, output: expect.stringContaining('The receipt matches: ') })
    const explained = {
      code: 0,
      output: expect.stringMatching(/when it was given.*\n1 answers came late and were let count since/),
    }
    expect(await heardOf(first)).toEqual(explained)

    nowMs += 60_000
    expect((await late(9, 'Cedar', 'c')).status).toBe(409)
    expect((await heardOf(second)).output).toContain('The receipt matches: ')
    const { commandInvigilate } = await import('./invigilate.ts')
    const wishes = { orgId: 3, formRunGuid, examGuid: undefined, seconds: undefined, text: undefined }
    await commandInvigilate(server.db, 'accept-late', wishes)
    output.splice(0)
    for (const line of [first, second]) expect(await heardOf(line)).toEqual(explained)

    const answers = { answer: JSON.stringify({ answerText: 'Ash', options: [] }) }
    await server.db.kysely.updateTable('answer').set(answers).where('form_run_guid', '=', formRunGuid).execute()
    for (const line of [first, second]) expect((await heardOf(line)).code).toBe(1)
  })

  test('of a completion that a set-back has lost, and that was made again, it tells that the answers are the same, and what happened', async () => {
    const other = await arrange(server, { orgId: 4, exam: examOf('o4') })
    const { token, formRunGuid } = await sitExam(server, other)
    const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 9, elapsedTime: 591 } }, token)
    await doCall(server, calls.saveAnswer, { body: saveOf(other, formRunGuid, { sequence: 1 }) }, token)
    const putBack = await rememberRows(server.db)
    await complete()
    const { receipt } = await doCall(server, calls.result, { query: { formRunGuid } }, token)
    if (!receipt) throw new Error('The result has no receipt')
    const verifyIt = async () => ({ code: await verify(writeReceipt(receipt), 4), output: output.splice(0).join('\n') })
    nowMs += 60_000
    await putBack()
    await complete()
    // Nobody knows of a set-back: then it is another completion than the receipt says.
    expect(await verifyIt()).toMatchObject({ code: 1, output: expect.stringMatching(/completed at .*, not at/) })
    await insertGeneration(server.db, { number: 90, because: 'saves-lost', mark: 'a test', since_at: nowMs })
    const { code, output: heard } = await verifyIt()
    // What the ledger said by then is gone: whoever changed it could have written of a set-back too.
    expect(code).toBe(1)
    expect(heard).toMatch(/^The receipt matches in its answers alone/)
    expect(heard).toContain(`may have forgotten the completion at ${receipt.completedAt}`)
    expect(heard).toContain(`completed again at ${new Date(nowMs).toISOString()}`)
    const answers = { answer: JSON.stringify({ answerText: 'Cedar', options: [] }) }
    await server.db.kysely.updateTable('answer').set(answers).where('form_run_guid', '=', formRunGuid).execute()
    const changed = await verifyIt()
    expect(changed).toMatchObject({ code: 1, output: expect.stringMatching(/not those that the receipt was made for/) })
    expect(changed.output).toContain('The database was found to be set back at')
  })

  test('answers that an invigilator let count before the completion are in it, and are no riddle once another came late', async () => {
    const exam = examOf('o2')
    const other = await arrange(server, { orgId: 2, exam })
    const sitting = await sitExam(server, other)
    const save = (sequence: number, question: string, answerText: string, optionID: string) => {
      const answer = { answerText, options: [{ optionID, optionText: answerText }], questionVersionId: `o2-${question}` }
      const body = { ...saveOf(other, sitting.formRunGuid, { sequence, ...answer }), requestId: randomUUID() }
      return doCall(server, calls.saveAnswer, { body }, sitting.token)
    }
    const { commandInvigilate } = await import('./invigilate.ts')
    await save(1, 'q2', 'Ash', 'a')
    nowMs += 11 * 60_000
    expect(await save(2, 'q1', 'Ash', 'a')).toMatchObject({ late: true })
    const wishes = { orgId: 2, formRunGuid: sitting.formRunGuid, examGuid: undefined, seconds: undefined, text: undefined }
    await commandInvigilate(server.db, 'accept-late', wishes)
    expect(await save(3, 'q2', 'Cedar', 'c')).toMatchObject({ late: true })
    const query = { formRunGuid: sitting.formRunGuid }
    await doCall(server, calls.complete, { body: { ...query, timeRemaining: 1, elapsedTime: 600 } }, sitting.token)
    const { receipt } = await doCall(server, calls.result, { query }, sitting.token)
    if (!receipt) throw new Error('The result has no receipt')
    await commandInvigilate(server.db, 'accept-late', wishes)
    output.splice(0)
    expect(await verify(writeReceipt(receipt), 2)).toBe(0)
    expect(output.join()).toMatch(/1 answers came late and were let count since/)
  })
})
