import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { writeReceipt } from '@sitwell/exam/answers/receipt'
import { linkOf } from '@sitwell/exam/evidence/chain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { ledgerEntry } from '../assessment/form-run/ledger-chain.ts'
import { firstRows, selectLedger } from '../assessment/form-run/ledger-queries.ts'
import { changeLedger } from '../assessment/ledger/time-ledger.ts'
import type { Schema } from '../db/schema.ts'
import { sha256 } from '../sha256.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, countOrganisations, doCall, saveOf, sitExam, type World } from '../testing/test-world.ts'
import { type VerifyWishes, verify } from './verify.ts'

type Table = 'form_run' | 'form_run_event' | 'form_run_part' | 'answer' | 'answer_event' | 'mark'
type Rows<T extends Table> = Schema[T][]

describe.each(bothDatabases)('what sitwell verify says of a form run on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  const nextOrgId = countOrganisations()
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

  const save = async (sequence: number, answerText: string, optionID: string, question = 'q1') => {
    pass(1000)
    const answer = { answerText, options: [{ optionID, optionText: answerText }] }
    const where = { questionVersionId: `${world.prefix}-${question}`, page: `${world.prefix}-${question}` }
    const body = saveOf(world, formRunGuid, { sequence, ...answer, ...where })
    await doCall(server, calls.saveAnswer, { body }, token)
  }
  const write = (kind: 'pause' | 'resume') => {
    const context = { database: server.db, exams: createExamCache(server.db, clock.nowMs), clock }
    return changeLedger(context, { orgId: world.orgId, formRunGuid }, 'somebody', () => [{ kind }])
  }
  /** A sitting with a ledger of several events, answers that were changed, and marks. */
  beforeEach(async () => {
    const orgId = nextOrgId()
    world = await arrange(server, { orgId })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    await save(1, 'Ash', 'a')
    await save(2, 'Birch', 'b')
    await save(3, 'Ash', 'a', 'q2')
    for (const kind of ['pause', 'resume', 'pause', 'resume'] as const) {
      pass(5000)
      await write(kind)
    }
    pass(1000)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  })

  const verified = async (wishes: Partial<VerifyWishes> = {}) => {
    const whole = { orgId: world.orgId, given: formRunGuid, examGuid: undefined, head: false, ...wishes }
    const code = await verify(server.db, whole)
    return { code, output: output.splice(0).join('\n') }
  }
  const rowsOf = async <T extends Table>(table: T): Promise<Rows<T>> =>
    // Of the table that is named.
    (await server.db.kysely
      .selectFrom(table as Table)
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .execute()) as Rows<T>
  const replace = async <T extends Table>(table: T, rows: Rows<T>) => {
    await server.db.kysely
      .deleteFrom(table as Table)
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    for (const row of rows)
      await server.db.kysely
        .insertInto(table as Table)
        .values(row)
        .execute()
  }
  /** What is said of a table that somebody changed; afterwards it is as it was. */
  const spoilt = async <T extends Table>(table: T, spoil: (rows: Rows<T>) => Rows<T>) => {
    const rows = await rowsOf(table)
    await replace(table, spoil(structuredClone(rows)))
    const heard = await verified()
    await replace(table, rows)
    return heard
  }
  const ledgerSpoilt = (spoil: (rows: Rows<'form_run_event'>) => Rows<'form_run_event'>) =>
    spoilt('form_run_event', (rows) => spoil(rows.sort((one, other) => one.number - other.number)))
  const finding = (output: RegExp | string) => ({ code: 1, output: expect.stringMatching(output) })

  test('what is written while it reads is no finding: all of it is read as it stands at one moment', async () => {
    let isOver = false
    const writing = async () => {
      while (!isOver) for (const kind of ['pause', 'resume'] as const) await write(kind)
    }
    const written = writing()
    const heard: string[] = []
    for (let time = 0; time < 20; time += 1) heard.push((await verified(time % 2 === 0 ? {} : { given: undefined })).output)
    isOver = true
    await written
    expect(heard.filter((one) => one.includes('!'))).toEqual([])
    expect((await rowsOf('form_run_event')).length).toBeGreaterThan(6)
  })

  test('nothing was touched: everything matches, and it says what was held against what', async () => {
    const heard = await verified()
    expect(heard.code).toBe(0)
    expect(heard.output).toMatch(/everything matches/)
    expect(heard.output).toMatch(/ledger: 6 events, each follows from the one before it; the last hash is [0-9a-f]{64}/)
    expect(heard.output).toMatch(/answers: 2 answers, each as the 3 saves in the history have it/)
    expect(heard.output).toMatch(/marks: 3 questions, marked again with the same outcome/)
    expect(heard.output).toMatch(
      /history: 3 saves, each follows from the one before it; 3 of them as the ledger has a hash of them/,
    )
    expect(heard.output).toMatch(/times: the end at 2026-.*Z and 0 parts, as the ledger makes them/)
  })

  test('an event of the ledger was changed: its time, its author or its kind, with its hash or with one made anew', async () => {
    for (const change of [{ at: 1 }, { author: 'somebody else' }, { kind: 'incident', details: '{"text":"x"}' }])
      expect(await ledgerSpoilt((rows) => rows.map((row) => (row.number === 3 ? { ...row, ...change } : row)))).toEqual(
        finding(/! ledger: Event 3 was changed/),
      )
    const anew = await ledgerSpoilt((rows) =>
      rows.map((row) => {
        if (row.number !== 3) return row
        const changed = { ...row, at: row.at - 60_000 }
        return { ...changed, hash: linkOf(row.previous_hash ?? '', ledgerEntry(changed), sha256) }
      }),
    )
    expect(anew).toEqual(finding(/! ledger: Event 3 was changed/))
  })

  test('an event was taken out, put in, moved, or the end of the ledger cut off', async () => {
    expect(await ledgerSpoilt((rows) => rows.filter(({ number }) => number !== 2))).toEqual(finding(/Event 2 is missing/))
    expect(await ledgerSpoilt((rows) => rows.slice(0, 3))).toEqual(finding(/Events 4 to 6 are missing: the end was cut off/))
    const swapped = new Map([
      [2, 4],
      [4, 2],
    ])
    const moved = await ledgerSpoilt((rows) => rows.map((row) => ({ ...row, number: swapped.get(row.number) ?? row.number })))
    expect(moved).toEqual(finding(/Event 2 was written as event 4/))
    const put = await ledgerSpoilt((rows) => [
      ...rows,
      ...rows.slice(-1).map((row) => ({ ...row, kind: 'extra-time', details: '{"byMs":600000}', number: 7, hash: null })),
    ])
    expect(put).toEqual(finding(/Event 7 has no hash/))
    expect(await ledgerSpoilt(() => [])).toEqual(finding(/Events 1 to 6 are missing/))
  })

  test('the form run was changed: its learner, its start, or the hash that stands with it', async () => {
    const withRun = (change: Partial<Schema['form_run']>) =>
      spoilt('form_run', (rows) => rows.map((row) => ({ ...row, ...change })))
    for (const change of [{ user_guid: 'other' }, { started_at: 1 }, { schedule_guid: 'other' }])
      expect(await withRun(change)).toEqual(finding(/own facts: its schedule, learner, exam, version or start was changed/))
    expect(await withRun({ ledger_hash: null })).toEqual(finding(/The last hash, which stands with the form run, is gone/))
    expect(await withRun({ ledger_hash: '0'.repeat(64) })).toEqual(finding(/Event 6 was changed/))
  })

  test('an answer was changed where it counts, taken away, put in, or put back to one from before', async () => {
    const q1 = `${world.prefix}-q1`
    const withAnswer = (change: (row: Schema['answer']) => Schema['answer'][]) =>
      spoilt('answer', (rows) => rows.flatMap((row) => (row.question_id === q1 ? change(row) : [row])))
    const cedar = JSON.stringify({ answerText: 'Cedar', options: [{ optionID: 'c', optionText: 'Cedar' }] })
    expect(await withAnswer((row) => [{ ...row, answer: cedar }])).toEqual(finding(/is not what save 2 in the history brought/))
    expect(await withAnswer((row) => [{ ...row, workings: '1' }])).toEqual(finding(/is not what save 2/))
    expect(await withAnswer(() => [])).toEqual(finding(/The answer to question .*-q1 is gone: the history has it as save 2/))
    expect(await withAnswer((row) => [row, { ...row, question_id: `${world.prefix}-q3` }])).toEqual(finding(/q3 was put in/))
    const [first] = (await rowsOf('answer_event')).filter(({ sequence }) => sequence === 1)
    const back = await withAnswer((row) => [
      { ...row, sequence: 1, answer: first?.answer ?? '', saved_at: first?.received_at ?? 0 },
    ])
    expect(back).toEqual(finding(/is save 1, though save 2 came and counted: it was put back/))
  })

  test('the history was changed: what was typed, what became of it, a save taken out or put in', async () => {
    const historySpoilt = (spoil: (rows: Rows<'answer_event'>) => Rows<'answer_event'>) => spoilt('answer_event', spoil)
    const first = (change: Partial<Schema['answer_event']>) =>
      historySpoilt((rows) => rows.map((row) => (row.sequence === 1 ? { ...row, ...change } : row)))
    for (const change of [{ workings: '1' }, { client_time: '2026-11-21T09:00:00Z' }, { received_at: 7 }, { sequence: 9 }])
      expect(await first(change)).toEqual(finding(/! history: Save 1 was changed after it was written/))
    expect(await first({ late_ms: 5 })).toEqual(
      finding(/! history: The history is not what it was at event 6: a save was changed or put in/),
    )
    expect(await historySpoilt((rows) => rows.filter(({ sequence }) => sequence !== 1))).toEqual(
      finding(/! history: Save 1 is missing: taken out after being written/),
    )
    expect(await historySpoilt((rows) => rows.filter(({ number }) => number !== 3))).toEqual(
      finding(/! history: Save 3 is missing: the end was cut off/),
    )
    const more = (change: Partial<Schema['answer_event']>) =>
      historySpoilt((rows) => [...rows, ...rows.slice(0, 1).map((row) => ({ ...row, request_id: 'r', ...change }))])
    expect(await more({ received_at: 7 })).toEqual(finding(/! history: Save 1 was put in/))
    expect(await more({ number: 4, received_at: clock.nowMs() - 1, outcome: 'older' })).toEqual(
      finding(/! history: Save 4 was put in/),
    )
    expect(await more({ number: 4, link: null, received_at: clock.nowMs() - 1 })).toEqual(
      finding(/! history: Save 4 has no hash/),
    )
  })

  test('saves of any text, without a number, and too late for the completion follow from each other', async () => {
    const { kysely } = server.db
    const written = { questionVersionId: `${world.prefix}-q3`, options: [] }
    const saved = (change: object) => {
      pass(1000)
      return doCall(
        server,
        calls.saveAnswer,
        { body: saveOf(world, formRunGuid, { sequence: 4, ...written, ...change }) },
        token,
      )
    }
    await saved({ answerText: 'Äsche \u{1f333} \ud83c' })
    await saved({ sequence: 5, answerText: '"quoted"\n\\' })
    await kysely
      .updateTable('form_run')
      .set({ completed_at: null, ends_at: null })
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    await saved({ sequence: undefined, answerText: 'More', workings: 'e = mc²\t' })
    await saved({ sequence: 2, answerText: 'older' })
    const [run] = await rowsOf('form_run')
    const rows = (await rowsOf('answer_event')).sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(run).toMatchObject({ history_count: 7, history_link: rows[6]?.link })
    for (const [index, { link }] of rows.slice(1).entries()) expect(link?.slice(0, 64)).toBe(rows[index]?.link?.slice(64))
    expect((await verified()).output).not.toMatch(/! history/)
  })

  test('a form run from before saves were chained goes on without, and is held against the ledger alone', async () => {
    const { kysely } = server.db
    await kysely.updateTable('form_run').set({ history_link: null }).where('form_run_guid', '=', formRunGuid).execute()
    const body = saveOf(world, formRunGuid, { sequence: 4 })
    await doCall(server, calls.saveAnswer, { body }, token)
    const rows = await rowsOf('answer_event')
    expect(rows.find(({ sequence }) => sequence === 4)).toMatchObject({ number: 4, link: null })
    expect((await verified()).output).toMatch(/history: 4 saves; 3 of them as the ledger has a hash of them/)
  })

  test('the times were changed: the end, the part, or when it was completed', async () => {
    const withRun = (change: Partial<Schema['form_run']>) =>
      spoilt('form_run', (rows) => rows.map((row) => ({ ...row, ...change })))
    const end = (await rowsOf('form_run'))[0]?.ends_at ?? 0
    expect(await withRun({ ends_at: end + 600_000 })).toEqual(
      finding(/! times: The time is kept as ending at .*; by the ledger that is /),
    )
    expect(await withRun({ part_id: 'other' })).toEqual(finding(/! times: The learner is kept as being in part other/))
    expect(await withRun({ completed_at: 7 })).toEqual(finding(/! times: The form run is kept as completed at 1970/))
    const place = { org_id: world.orgId, form_run_guid: formRunGuid, part_id: 'other', ends_at: 7 }
    const withPart = await spoilt('form_run_part', (rows) => [...rows, { ...place, opens_at: null, last_sequence: null }])
    expect(withPart).toEqual(finding(/! times: Part other is kept as ending at 1970/))
  })

  test('a mark was changed, taken away or put in, or waits for nobody', async () => {
    const q1 = `${world.prefix}-q1`
    const withMark = (change: (row: Schema['mark']) => Schema['mark'][]) =>
      spoilt('mark', (rows) => rows.flatMap((row) => (row.question_id === q1 ? change(row) : [row])))
    expect(await withMark((row) => [{ ...row, score: 0 }])).toEqual(
      finding(/q1 is marked 0 of 2; by its key the answer has 2 of 2/),
    )
    expect(await withMark(() => [])).toEqual(finding(/q1 has no mark/))
    expect(await withMark((row) => [{ ...row, needs_person: 1 }])).toEqual(finding(/q1 waits for a person/))
    expect(await withMark((row) => [row, { ...row, question_id: 'other' }])).toEqual(finding(/other is none that was asked/))
  })

  test('a ledger that was written anew, its hashes with it, passes by itself, but not beside a receipt or a hash kept elsewhere', async () => {
    const query = { formRunGuid }
    const { receipt } = await doCall(server, calls.result, { query }, token)
    if (!receipt) throw new Error('The result has no receipt')
    const line = writeReceipt(receipt)
    const head = (await verified({ head: true })).output
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-heads-'))
    const file = join(folder, 'heads.txt')
    await writeFile(file, `${head}\n`)
    for (const stored of [line, head, file]) expect(await verified({ given: stored })).toMatchObject({ code: 0 })

    const rows = await rowsOf('form_run_event')
    const [run] = await rowsOf('form_run')
    if (!run) throw new Error('The form run is gone')
    const events = await selectLedger(server.db, { orgId: world.orgId, formRunGuid })
    const anew = firstRows(
      run,
      events.map((event) => ({ ...event, atMs: event.atMs + (event.number > 1 ? 1 : 0) })),
    )
    await replace('form_run_event', anew)
    await replace('form_run', [{ ...run, ledger_hash: anew.at(-1)?.hash ?? null }])
    expect((await verified()).output).not.toMatch(/! ledger/)
    expect(await verified({ given: line })).toEqual(finding(/the ledger is not the one that stood when the receipt was given/))
    for (const stored of [head, file])
      expect(await verified({ given: stored })).toEqual(finding(/event 6 is not what it was when this hash was printed/))
    await replace('form_run_event', rows)
    await replace('form_run', [run])
    await rm(folder, { recursive: true })
  })

  test('a ledger from before there were hashes goes on from a seal over all that stood in it', async () => {
    const rows = (await rowsOf('form_run_event')).sort((one, other) => one.number - other.number)
    const [run] = await rowsOf('form_run')
    if (!run) throw new Error('The form run is gone')
    const bare = rows.slice(0, 5).map((row) => ({ ...row, previous_hash: null, hash: null }))
    await replace('form_run_event', bare)
    await replace('form_run', [{ ...run, last_event: 5, ledger_hash: null, completed_at: null }])
    await replace('mark', [])
    expect(await verified()).toEqual({
      code: 0,
      output: expect.stringMatching(/5 events, from before ledgers were chained: nothing shows whether they were changed/),
    })
    // Servers of then worked times out by other rules.
    const otherwise = await spoilt('form_run', (runs) => runs.map((row) => ({ ...row, ends_at: 7 })))
    expect(otherwise).toEqual({ code: 0, output: expect.stringMatching(/times: begun by a server of an earlier version/) })
    expect(await verified({ head: true })).toEqual({ code: 1, output: expect.stringMatching(/has no hash yet/) })
    pass(1000)
    await write('pause')
    expect(await verified()).toMatchObject({ code: 0, output: expect.stringMatching(/6 events, each follows/) })
    const earlier = await ledgerSpoilt((all) => all.map((row) => (row.number === 2 ? { ...row, at: row.at - 1 } : row)))
    expect(earlier).toEqual(finding(/One of the 5 before the first with a hash was changed/))
  })

  test('of an exam or a whole organisation it says which form runs do not match, and counts them', async () => {
    const examGuid = world.entry.examGuid
    expect(await verified({ given: undefined, examGuid })).toEqual({ code: 0, output: '1 form run: 1 match, 0 do not.' })
    const marks = await rowsOf('mark')
    await replace('mark', [])
    const all = await verified({ given: undefined })
    expect(all).toEqual(finding(new RegExp(`^Form run ${formRunGuid}:\n(! marks: .*\n){3}1 form run: 0 match, 1 does not`)))
    await replace('mark', marks)
    expect(await verified({ given: undefined, examGuid: 'none' })).toEqual({
      code: 0,
      output: '0 form runs: 0 match, 0 do not.',
    })
  })

  test('a form run of another organisation is not found, nor what is nothing of the kind', async () => {
    for (const wishes of [{ orgId: 1 }, { given: 'nothing of the kind' }])
      expect(await verified(wishes)).toEqual({ code: 2, output: expect.stringMatching(/has no form run/) })
  })
})
