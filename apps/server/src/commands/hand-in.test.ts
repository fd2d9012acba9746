import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, type HandInFile, heardHeader, type InputOf } from '@sitwell/contract'
import { handInSeal } from '@sitwell/exam/answers/hand-in-seal'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { acceptLate } from '../assessment/answers/accept-late.ts'
import { findingsOf, verifyFormRun } from '../assessment/evidence/verify-form-run.ts'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { selectLedger } from '../assessment/form-run/ledger-queries.ts'
import { selectAnswerEvents, selectAnswers, selectFormRunOfSchedule } from '../assessment/form-run/queries.ts'
import { insertGeneration, selectGeneration } from '../generation/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, doCall, examOf, saveOf, signIn, tryCall, type World } from '../testing/test-world.ts'
import { commandHandIn } from './hand-in.ts'
import { printHistory } from './history.ts'
import { writeReplay } from './replay.ts'

type SaveBody = InputOf<typeof calls.saveAnswer>['body']
const trees = { a: 'Ash', b: 'Birch', c: 'Cedar' } as const

describe.each(bothDatabases)('a file of answers that could not be sent, on %s,', (database) => {
  const { clock, pass } = createTestClock()
  const output: string[] = []
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer
  let folder: string
  let org = 7000
  let world: World
  let token: string
  let formRunGuid: string
  let secret: string | undefined
  let contactAt: number
  let generation: string
  let sequence: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitwell-hand-in-'))
    place = await createTestPlace({ database, config: { lateSaveGraceMs: 30_000, useResetScheduleCheat: true } })
    server = await startServerIn(place.config, { clock })
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
  })
  beforeEach(async () => {
    org += 1
    sequence = 0
    await begin(await arrange(server, { orgId: org, exam: examOf(`o${org}`), everyone: true }))
  })
  afterEach(() => output.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
    await place.remove()
    await rm(folder, { recursive: true })
  })

  /** The learner signs in and starts their exam. */
  const begin = async (of: World) => {
    world = of
    token = (await signIn(server, world)).access_token
    const { handInSecret } = await doCall(server, calls.examJson, { query: world.entry }, token)
    secret = handInSecret
    formRunGuid = (await doCall(server, calls.start, { query: world.entry }, token)).formRunGUID
    const { headers } = await tryCall(server, calls.dashState, { query: { formRunGuid } }, token)
    contactAt = Number(headers.get(heardHeader))
    generation = (await selectGeneration(server.db))?.generation ?? ''
  }
  const answerOf = (question: 'q1' | 'q2', option: 'a' | 'b' | 'c', more: Partial<SaveBody> = {}): SaveBody => {
    sequence += 1
    const id = `${world.prefix}-${question}`
    const optionText = trees[option]
    const answer = { answerText: optionText, options: [{ optionID: option, optionText }] }
    const named = { questionVersionId: id, page: id, questionNumber: question === 'q1' ? 1 : 2 }
    const typed = { contactAt, steadyMs: 5000, wallMs: 5000 }
    return { ...saveOf(world, formRunGuid), ...answer, ...named, sequence, typed, requestId: randomUUID(), ...more }
  }
  const send = (body: SaveBody) => doCall(server, calls.saveAnswer, { body }, token)
  type Saves = readonly SaveBody[]
  /** A file as the learner's browser makes it. */
  const fileOf = async (saves: Saves, more: Partial<HandInFile> = {}): Promise<HandInFile> => {
    const content = {
      ...{ format: 'sitwell-hand-in' as const, formatVersion: 1 as const, about: 'Give this to your invigilator.' },
      ...{ madeAt: new Date(clock.nowMs()).toISOString(), orgId: org, scheduleGuid: world.entry.scheduleGuid, formRunGuid },
      learner: { guid: world.entry.userGuid, name: 'Ada Wood' },
      exam: { guid: world.entry.examGuid, name: 'Trees' },
      ...{ generation, finished: false, used: [{ seconds: 60 }], files: [] },
      answers: saves.map((save) => ({ onServer: false, save: { ...save } })),
      ...more,
    }
    return { ...content, seal: await handInSeal(content, secret ?? '', globalThis.crypto.subtle) }
  }
  const handInText = async (text: string, wishes: object = {}) => {
    output.splice(0)
    const file = join(folder, 'answers.json')
    await writeFile(file, text)
    const whole = { orgId: org, files: [file], dryRun: false, unsealed: false, ...wishes }
    return { code: await commandHandIn(server.db, place.config, whole, clock), output: output.join('\n') }
  }
  const handIn = async (file: object, wishes: object = {}) => handInText(JSON.stringify(file, undefined, 2), wishes)
  const at = () => ({ orgId: org, formRunGuid })
  const standing = async (run = formRunGuid) =>
    Object.fromEntries(
      (await selectAnswers(server.db, org, run)).map(({ question_id, answer }) => [
        question_id.slice(-2),
        (JSON.parse(answer) as { options: { optionID: string }[] }).options.map(({ optionID }) => optionID).join(),
      ]),
    )
  const outcomes = async (run = formRunGuid) =>
    (await selectAnswerEvents(server.db, org, run)).map(({ question_id, outcome, judged }) => [
      question_id.slice(-2),
      outcome,
      judged,
    ])
  const ledgerContext = () => ({ database: server.db, exams: createExamCache(server.db, clock.nowMs), clock })
  const findings = async () => {
    const run = await selectFormRunOfSchedule(server.db, org, world.entry.scheduleGuid)
    return run && findingsOf(await verifyFormRun(ledgerContext(), run))
  }
  const handIns = async (run = formRunGuid) =>
    (await selectLedger(server.db, { orgId: org, formRunGuid: run })).flatMap((event) =>
      event.kind === 'hand-in' ? [event] : [],
    )
  /** Every row of the tables that taking a file writes to. */
  const everything = async () => {
    const tables = ['answer', 'answer_event', 'form_run_event', 'form_run_part', 'mark', 'form_run', 'counter'] as const
    const rows = await Promise.all(tables.map((table) => server.db.kysely.selectFrom(table).selectAll().execute()))
    return rows.map((some) => some.map((row) => JSON.stringify(row)).sort())
  }
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 60, elapsedTime: 540 } }, token)
  const score = () => doCall(server, calls.result, { query: { formRunGuid } }, token).then((result) => result.score)
  /** The database is set back to before this form run was begun. */
  const lose = async () => {
    for (const table of ['answer', 'answer_event', 'form_run_event', 'form_run_part', 'mark', 'form_run'] as const)
      await server.db.kysely.deleteFrom(table).where('org_id', '=', org).execute()
    const number = org * 10
    await insertGeneration(server.db, { number, because: 'operator', mark: 'a test', since_at: clock.nowMs() })
  }

  test('is taken into its form run, by the judge of whatever comes late, and a second time changes nothing', async () => {
    const there = answerOf('q1', 'a')
    await send(there)
    const lost = [answerOf('q1', 'b'), answerOf('q2', 'a')]
    // The device was never heard again; the server completed what it had.
    pass(11 * 60_000)
    const file = await fileOf([there, ...lost])
    const first = await handIn(file)
    expect(first).toMatchObject({ code: 0 })
    expect(first.output).toContain('question 1 (')
    expect(first.output).toContain('taken: it counts')
    expect(first.output).toContain('1 of its answers were here before')
    expect(await standing()).toEqual({ q1: 'b', q2: 'a' })
    expect(await outcomes()).toEqual([
      ['q1', 'applied', null],
      ['q1', 'applied', 'typed-in-time'],
      ['q2', 'applied', 'typed-in-time'],
    ])
    expect(await handIns()).toMatchObject([
      { author: 'command', from: formRunGuid, answers: 2, used: [], file: { isSealed: true, madeAt: file.madeAt } },
    ])
    const again = await handIn(file)
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('nothing in it that the server lacks') })
    expect(await handIns()).toHaveLength(1)
    expect(await findings()).toEqual([])
    // The browser comes back after all, and sends what it has.
    expect(await tryCall(server, calls.saveAnswer, { body: lost[1] ?? there }, token)).toMatchObject({ status: 200 })
    expect(await standing()).toEqual({ q1: 'b', q2: 'a' })
  })

  test('is counted in the marks of a completed exam, and what can’t be explained waits to be reviewed', async () => {
    const refused = answerOf('q1', 'b')
    pass(30_000)
    await send(answerOf('q2', 'b'))
    pass(30_000)
    await complete()
    pass(60_000)
    // The server heard of the device all the time: why this one didn't come isn't known.
    expect((await handIn(await fileOf([refused]))).output).toContain('waits to be reviewed')
    expect(await outcomes()).toContainEqual(['q1', 'review', 'not-silent'])
    expect(await findings()).toEqual([])
    const accepted = await acceptLate(ledgerContext(), at(), 'command', { waiting: true })
    expect(accepted).toMatchObject({ answers: 1 })
    expect(await score()).toBe(2)
    expect(await findings()).toEqual([])
  })

  test('changes nothing any more once the mark was told', async () => {
    await complete()
    pass(60_000)
    expect(await score()).toBe(0)
    expect((await handIn(await fileOf([answerOf('q1', 'b')]))).output).toContain('does not count: its mark had been told')
    expect(await outcomes()).toEqual([['q1', 'late', 'mark-told']])
    expect([await standing(), await score()]).toEqual([{}, 0])
  })

  test('without a seal is taken on word of staff alone, and all of it waits to be reviewed', async () => {
    const { seal: _, ...bare } = await fileOf([answerOf('q1', 'b')])
    const no = await handIn(bare)
    expect(no).toMatchObject({ code: 1, output: expect.stringContaining('It has no seal') })
    expect(await outcomes()).toEqual([])
    expect(await handIn(bare, { unsealed: true })).toMatchObject({ code: 0 })
    expect([await outcomes(), await standing()]).toEqual([[['q1', 'review', 'unsealed']], {}])
    expect(await handIns()).toMatchObject([{ file: { isSealed: false } }])
    await acceptLate(ledgerContext(), at(), 'command', { waiting: true })
    expect(await standing()).toEqual({ q1: 'b' })
  })

  test('can be tried without taking anything', async () => {
    const file = await fileOf([answerOf('q1', 'b')])
    const tried = await handIn(file, { dryRun: true })
    expect(tried).toMatchObject({ code: 0, output: expect.stringContaining('nothing has been') })
    expect(tried.output).toContain('taken: it counts')
    expect([await outcomes(), await handIns()]).toEqual([[], []])
    const late = await fileOf([answerOf('q1', 'b', { typed: undefined })])
    pass(20 * 60_000)
    expect((await handIn(late, { dryRun: true })).output).toContain('does not count: nothing says when it was typed')
    pass(-20 * 60_000)
    expect(await handIn(file)).toMatchObject({ code: 0 })
    expect(await standing()).toEqual({ q1: 'b' })
  })

  test('of a form run that was lost goes into the one that takes its place, under its numbers: what was answered later stands', async () => {
    const [q1, q2] = [answerOf('q1', 'b', { sequence: 5000 }), answerOf('q2', 'b', { sequence: 5001 })]
    await send(q1)
    await send(q2)
    const file = await fileOf([q1, q2])
    const lost = formRunGuid
    await lose()
    await begin(world)
    await send(answerOf('q2', 'c', { sequence: 6000, timeRemaining: 600, elapsedTime: 0 }))
    // Another device had an earlier answer of the one that was lost.
    await send(answerOf('q1', 'c', { sequence: 4000, timeRemaining: 600, elapsedTime: 0 }))
    expect((await handIn(file)).output).toContain(`form run ${formRunGuid} has its place`)
    expect(await standing()).toEqual({ q1: 'b', q2: 'c' })
    expect(await outcomes()).toEqual(expect.arrayContaining([['q2', 'older', 'grace']]))
    expect(await handIns()).toMatchObject([{ from: lost, used: [{ ms: 60_000 }] }])
    // Neither the file nor the device takes the time out again.
    await handIn(file)
    const body = { formRunGuid, from: lost, generation: 'another', answers: 2, used: [{ seconds: 60 }] }
    await doCall(server, calls.takePlace, { body }, token)
    const { examTimeRemaining } = await doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    expect([(await handIns()).length, examTimeRemaining]).toEqual([1, 540])
    expect(await standing()).toEqual({ q1: 'b', q2: 'c' })
    expect(await findings()).toEqual([])
  })

  test('of one that was lost, of a learner who can’t sign in, begins the one that takes its place, and finishes it', async () => {
    const file = await fileOf([answerOf('q1', 'b')], { finished: true })
    await lose()
    const files = [{ fileGuid: randomUUID(), fileName: 'map.pdf', fileSize: 12 }]
    const before = await everything()
    const tried = await handIn(await fileOf([answerOf('q1', 'b')], { finished: true, files }), { dryRun: true })
    for (const words of [
      'one would be begun that takes its place',
      `1 answer of form run ${formRunGuid} to the one that would be begun:`,
      'q1): taken: it counts',
      'Takes 60 seconds out of its time',
      'Completes it: the learner had finished',
      'map.pdf (12 bytes) is on the device alone: sign the learner in there to send it, to the one that would be begun.',
    ])
      expect(tried.output).toContain(words)
    const { seal: _, ...bare } = file
    const unsealed = await handIn(bare, { dryRun: true, unsealed: true })
    expect(unsealed.output).toContain('waits to be reviewed: its file has no seal')
    expect(await everything()).toEqual(before)
    expect(await selectFormRunOfSchedule(server.db, org, world.entry.scheduleGuid)).toBeUndefined()
    const taken = (await handIn(file)).output
    expect(taken).toContain('begun for it, has its place, completed')
    expect(taken).toContain('Takes 60 seconds out of its time')
    const run = await selectFormRunOfSchedule(server.db, org, world.entry.scheduleGuid)
    expect(await standing(run?.form_run_guid)).toEqual({ q1: 'b' })
    expect(await findings()).toEqual([])
    formRunGuid = run?.form_run_guid ?? ''
    pass(60_000)
    expect(await score()).toBe(2)
    expect((await handIn(file)).output).toContain('nothing in it that the server lacks')
    expect(await handIns()).toHaveLength(1)
  })

  test('takes its learner into a part that they entered without a network, and out of none', async () => {
    org += 1
    const [first, second] = ['q1', 'q2'].map((question) => `o${org}-${question}`)
    const parts = examOf(`o${org}`).sections[0]?.questions ?? []
    const sections = [first, second].map((id, index) => ({
      ...{ id: `o${org}-part${index + 1}`, name: `Part ${index + 1}`, sectionTime: 600, readingTime: index * 60 },
      questions: parts.filter((question) => question.id === id),
    }))
    await begin(await arrange(server, { orgId: org, exam: examOf(`o${org}`, { sections, settings: {} }), everyone: true }))
    await send(answerOf('q1', 'a'))
    pass(200_000)
    const file = await fileOf([answerOf('q2', 'a', { readingLeft: 0 })])
    const tried = (await handIn(file, { dryRun: true })).output
    expect(tried).toMatch(/taken: it counts\n {2}Moves the learner into the part “Part 2”/)
    expect(await selectLedger(server.db, at())).toMatchObject([{ kind: 'start' }])
    const output = (await handIn(file)).output
    expect(output.split('\n').slice(1)).toEqual(tried.split('\n').slice(1))
    expect(await standing()).toEqual({ q1: 'a', q2: 'a' })
    const enters = async () =>
      (await selectLedger(server.db, at())).flatMap((event) => (event.kind === 'enter' ? [event.partId] : []))
    expect(await enters()).toEqual([`o${org}-part2`])
    await handIn(await fileOf([answerOf('q1', 'b', { sequence: 1 }), answerOf('q1', 'b')]))
    expect(await enters()).toEqual([`o${org}-part2`])
    expect(await findings()).toEqual([])
  })

  test('of a form run that was reset here isn’t taken', async () => {
    const file = await fileOf([answerOf('q1', 'b')])
    await server.db.kysely.deleteFrom('form_run').where('org_id', '=', org).execute()
    expect(await handIn(file)).toMatchObject({ code: 1, output: expect.stringContaining('it was reset here') })
  })

  test('names what can’t be taken, and takes the rest; and the files that are not in it', async () => {
    const other = answerOf('q2', 'a')
    await send(other)
    const saves = [
      answerOf('q1', 'b'),
      { ...other, workings: 'other words' },
      answerOf('q1', 'a', { questionVersionId: 'nowhere' }),
      answerOf('q1', 'a', { answerText: 'x'.repeat(500_001) }),
      { answerText: 1 } as unknown as SaveBody,
      answerOf('q1', 'a', { requestId: undefined }),
    ]
    const files = [{ fileGuid: randomUUID(), fileName: 'map.pdf', fileSize: 12 }]
    const taken = await handIn(await fileOf(saves, { files }))
    expect(taken.code).toBe(1)
    for (const words of [
      'another answer under the same request',
      'The question is not one of this exam',
      'Its answerText is not what a save takes',
      'Its requestId is not what a save takes',
      'map.pdf (12 bytes) is on the device alone',
    ])
      expect(taken.output).toContain(words)
    expect(await standing()).toEqual({ q1: 'b', q2: 'a' })
  })

  test('that was changed, cut, made up, or is somebody else’s is refused in words that say what to do', async () => {
    const file = await fileOf([answerOf('q1', 'b')])
    const text = JSON.stringify(file)
    const refused = async (given: string, why: RegExp, wishes: object = {}) => {
      expect(await handInText(given, wishes)).toMatchObject({ code: 1, output: expect.stringMatching(why) })
    }
    await refused(text.slice(0, -20), /It isn't whole.*save it again/)
    for (const none of ['', '[]', 'null', '7', '{}', '{"format":"sitwell-device"}']) await refused(none, /not taken\. It /)
    await refused(text.replace('"Birch"', '"Ash"'), /Its seal doesn't hold/)
    await refused(text.replace(/"seal":"./, '"seal":"x'), /Its seal doesn't hold/)
    await refused(text.replace(file.seal ?? '', file.seal?.toUpperCase() ?? ''), /Its seal doesn't hold/)
    await refused(text.replace('"formatVersion":1', '"formatVersion":2'), /newest version/)
    await refused(JSON.stringify({ ...file, answers: 'none' }), /as the player writes it \(answers\)/)
    await refused(text, new RegExp(`organisation ${org}, not of 1`), { orgId: 1 })
    // One's own secret seals nothing of another's.
    const content = { ...file, learner: { guid: `${world.prefix}-other`, name: 'Somebody else' } }
    const stolen = { ...content, seal: await handInSeal(content, secret ?? '', globalThis.crypto.subtle) }
    await refused(JSON.stringify(stolen), /Its seal doesn't hold/)
    const { seal: _, ...unsealed } = content
    await refused(JSON.stringify(unsealed), /somebody else's/, { unsealed: true })
    const large = join(folder, 'large.json')
    await writeFile(large, '{')
    await truncate(large, 65 * 1024 * 1024)
    const wishes = { orgId: org, files: [large, join(folder, 'none.json')], dryRun: false, unsealed: false }
    output.splice(0)
    expect(await commandHandIn(server.db, place.config, wishes, clock)).toBe(1)
    expect(output.join('\n')).toMatch(/larger than 64 MB[\s\S]*There is no such file/)
    expect([await outcomes(), await handIns()]).toEqual([[], []])
  })

  test('takes nothing of whatever else is put into it, and never fails at it', async () => {
    const file = await fileOf([answerOf('q1', 'b')])
    const text = JSON.stringify(file)
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), async (index, sign) => {
        fc.pre(text[index] !== sign)
        expect(await handInText(text.slice(0, index) + sign + text.slice(index + 1))).toMatchObject({ code: 1 })
      }),
      { numRuns: 150 },
    )
    const paths = fc.constantFrom(...Object.keys(file))
    await fc.assert(
      fc.asyncProperty(paths, fc.jsonValue(), async (path, value) => {
        fc.pre(JSON.stringify(value) !== JSON.stringify(file[path as keyof HandInFile]))
        expect(await handIn({ ...file, [path]: value })).toMatchObject({ code: 1 })
      }),
      { numRuns: 60 },
    )
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const made = { ...file, answers: [{ onServer: false, save: { ...answerOf('q1', 'b'), options: value } }] }
        const sealed = { ...made, seal: await handInSeal(made, secret ?? '', globalThis.crypto.subtle) }
        expect([0, 1]).toContain((await handIn(sealed, { dryRun: true })).code)
      }),
      { numRuns: 40 },
    )
    expect([await outcomes(), await handIns()]).toEqual([[], []])
  })

  test('stands in history and replay, as what it is', async () => {
    await handIn(await fileOf([answerOf('q1', 'b')]))
    output.splice(0)
    await printHistory(server.db, org, formRunGuid)
    expect(output.join('\n')).toContain('handed in as a file')
    const out = join(folder, 'replay.html')
    expect(await writeReplay(server.db, { orgId: org, formRunGuid, out, timeZone: undefined })).toBe(0)
  })
})
