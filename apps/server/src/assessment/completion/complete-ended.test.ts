import { calls, type InputOf } from '@sitwell/contract'
import { writeReceipt } from '@sitwell/exam/answers/receipt'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verify } from '../../commands/verify.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../../testing/test-world.ts'
import { timedExam } from '../../testing/timed-exam.ts'
import { reopenedSince } from './earlier-receipt.ts'

const second = 1000
const minute = 60 * second

describe.each(bothDatabases)('the end of an exam on %s', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string

  const start = async () => {
    server = await startServerIn(place.config, { clock, beatMs: 5 })
  }
  beforeEach(async () => {
    ;({ clock, pass } = createTestClock())
    place = await createTestPlace({ database, config: { lateSaveGraceMs: 30_000 } })
    await start()
  })
  afterEach(async () => {
    await server.stop()
    await place.remove()
  })

  const sit = async (more: Omit<Parameters<typeof arrange>[1] & object, 'orgId'> = {}) => {
    world = await arrange(server, { invigilated: true, exam: examOf('o1'), ...more })
    ;({ token, formRunGuid } = await sitExam(server, world))
  }
  const again = async () => {
    token = (await signIn(server, world)).access_token
  }
  const asInvigilator = async () => (await signIn(server, world, 'invigilator')).access_token
  const run = () =>
    server.db.kysely.selectFrom('form_run').selectAll().where('form_run_guid', '=', formRunGuid).executeTakeFirstOrThrow()
  const isCompleted = async () => (await run()).completed_at !== null
  const completed = () => vi.waitFor(async () => expect(await isCompleted()).toBe(true), { timeout: 60_000 })
  const ledger = async () => {
    const rows = await server.db.kysely
      .selectFrom('form_run_event')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .orderBy('number')
      .execute()
    return rows.map(({ kind, author, details }) => ({ kind, author, ...JSON.parse(details) }))
  }
  /** Two signs of life, and with each a look for exams that are over. */
  const look = async () => {
    const lives = () => server.db.kysely.selectFrom('server_heartbeat').select('server_at').execute()
    pass(1)
    for (let times = 0; times < 2; times += 1) {
      const nowMs = clock.nowMs()
      await vi.waitFor(async () => expect((await lives()).some((row) => row.server_at === nowMs)).toBe(true), {
        timeout: 60_000,
      })
      pass(1)
    }
  }
  const complete = (more: Partial<InputOf<typeof calls.complete>['body']> = {}) =>
    tryCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 600, ...more } }, token)
  const save = (sequence: number) =>
    doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence, timeRemaining: 0 }) }, token)
  const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)

  describe('where nobody is there any more', () => {
    test('the server completes it, marks it and says so in the ledger, after the grace, once', async () => {
      await sit()
      await save(1)
      pass(600 * second + 50 * second)
      await look()
      expect(await isCompleted()).toBe(false)
      pass(20 * second)
      await completed()
      expect((await ledger()).filter(({ kind }) => kind === 'complete')).toMatchObject([
        { kind: 'complete', author: 'server', because: 'server' },
      ])
      expect((await server.db.kysely.selectFrom('mark').selectAll().execute()).length).toBe(3)
      await look()
      expect((await ledger()).filter(({ kind }) => kind === 'complete')).toHaveLength(1)
      const [schedule] = await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)
      expect(schedule?.completed).toBe(true)
      expect((await complete()).status).toBe(200)
    })

    test('two servers over one database complete it once', async () => {
      await sit()
      const other = await startServerIn(place.config, { clock, beatMs: 5 })
      pass(700 * second)
      await completed()
      await look()
      await other.stop()
      expect((await ledger()).filter(({ kind }) => kind === 'complete')).toHaveLength(1)
    })

    test('timed parts, one-way or not, end by themselves as well', async () => {
      const exam = timedExam('o1', { examTime: 600 })
      await sit({ exam })
      pass(120 * second + 700 * second)
      await completed()
    })

    test('one without a time never ends', async () => {
      await sit({ exam: examOf('o1', { settings: {} }) })
      pass(100 * 60 * minute)
      await look()
      expect(await isCompleted()).toBe(false)
    })

    test('one that is paused doesn’t end', async () => {
      const file = { settings: { AllowRemotePause: 'true' } }
      await sit({ file })
      await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: true } }, await asInvigilator())
      pass(100 * minute)
      await look()
      expect(await isCompleted()).toBe(false)
    })

    test('an offer to go on that nobody took holds it no longer than it says, and the time that was left ends it', async () => {
      await sit({ file: { settings: { AllowRemotePause: 'true' } } })
      pass(590 * second)
      const paused = async (wish: object) =>
        doCall(server, calls.pauseFormRuns, { body: { formRunGuid, ...wish } as never }, await asInvigilator())
      await paused({ paused: true })
      pass(30 * minute)
      await paused({ paused: false, within: 120 })
      // Its last ten seconds begin when the offer is over: by the clock of the wall it ended long ago.
      pass(119 * second)
      await look()
      expect(await isCompleted()).toBe(false)
      pass(10 * second + 60 * second)
      await look()
      expect(await isCompleted()).toBe(false)
      pass(2 * second)
      await completed()
      expect((await ledger()).map(({ kind }) => kind)).toEqual(['start', 'pause', 'resume-offer', 'complete'])
      await again()
      const offer = await tryCall(server, calls.resumeSitting, { body: { formRunGuid, offer: 3 } }, token)
      expect(refusalIn(offer).code).toBe('FORM_RUN_COMPLETED')
    })

    test('a practice that the server completed is told as any other, and may be sat again', async () => {
      const exam = examOf('o1', {
        sections: examOf('o1').sections.map((one) => ({ ...one, questions: one.questions?.slice(0, 2) })),
      })
      await sit({ exam, file: { schedules: [{ guid: 'o1-schedule', username: 'learner', exam: 'o1-exam', practice: true }] } })
      await save(1)
      pass(670 * second + 2)
      await completed()
      await again()
      expect(await result()).toMatchObject({ marked: true, score: 2, maxScore: 4, receipt: { answers: 1 } })
      const listed = await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)
      expect(listed.find(({ guid }) => guid === 'o1-schedule')).toMatchObject({ practice: true, completed: true })
      expect(refusalIn(await tryCall(server, calls.start, { query: world.entry }, token)).code).toBe('FORM_RUN_COMPLETED')
    })

    test('a learner who waits for an answer to a request is left to wait a while, and then it ends too', async () => {
      await sit({ exam: examOf('o1', { settings: { examTime: 600, isExtendable: true } }) })
      await doCall(server, calls.requestExtension, { body: { orgID: 1, formRunGuid } }, token)
      pass(600 * second + 10 * minute)
      await look()
      expect(await isCompleted()).toBe(false)
      pass(10 * minute)
      await completed()
    })

    test('an end that fell into an outage is left to the learner’s device first', async () => {
      await sit()
      pass(500 * second)
      await look()
      await server.stop()
      pass(20 * minute)
      await start()
      await look()
      expect(await isCompleted()).toBe(false)
      await again()
      await save(1)
      expect((await complete()).status).toBe(200)
      expect((await ledger()).at(-1)).toMatchObject({ kind: 'complete', because: 'time-over', author: 'o1-learner' })
    })

    test('and completed when the devices have had their chance', async () => {
      await sit()
      await server.stop()
      pass(20 * minute)
      await start()
      await look()
      expect(await isCompleted()).toBe(false)
      pass(6 * minute)
      await completed()
    })
  })

  describe('where more time was given than the browser knew of', () => {
    test('is not completed because time ran out; what the learner chose is', async () => {
      await sit()
      pass(590 * second)
      await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 300 } }, await asInvigilator())
      pass(10 * second)
      const refused = await complete()
      expect(refusalIn(refused)).toMatchObject({ status: 409, code: 'TIME_LEFT', secondsLeft: 300 })
      expect(refusalIn(await complete({ timeOver: true, timeRemaining: 40 })).code).toBe('TIME_LEFT')
      expect(await isCompleted()).toBe(false)
      // A browser that knows of it counts for itself.
      expect(refusalIn(await complete({ ledgerNumber: 1 })).code).toBe('TIME_LEFT')
      expect((await complete({ timeOver: false })).status).toBe(200)
      expect((await ledger()).at(-1)).toMatchObject({ kind: 'complete', because: 'chosen', author: 'o1-learner' })
    })

    test('is not completed by a browser that knew of it either, whose clock ran ahead; what it claimed is no bound any more', async () => {
      await sit()
      await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 300 } }, await asInvigilator())
      pass(800 * second)
      const body = { formRunGuid, timeRemaining: 0, elapsedTime: 900, page: 'o1-q1' }
      await doCall(server, calls.saveTime, { body }, token)
      expect(refusalIn(await complete({ ledgerNumber: 2 }))).toMatchObject({ code: 'TIME_LEFT', secondsLeft: 100 })
      expect((await doCall(server, calls.dashState, { query: { formRunGuid } }, token)).examTimeRemaining).toBe(100)
      // A difference of a few seconds is none.
      pass(95 * second)
      expect((await complete({ ledgerNumber: 2 })).status).toBe(200)
      expect((await ledger()).at(-1)).toMatchObject({ kind: 'complete', because: 'time-over' })
    })

    test('of a clock that ran ahead from the start neither, where nothing was given; nor by one that claims to', async () => {
      await sit()
      await save(1)
      const remaining = async () => (await doCall(server, calls.dashState, { query: { formRunGuid } }, token)).examTimeRemaining
      expect(await remaining()).toBe(0)
      expect(refusalIn(await complete())).toMatchObject({ code: 'TIME_LEFT', secondsLeft: 600 })
      expect(await remaining()).toBe(600)
      // Twice as fast, it comes to the end again and again, each time in half of what was left.
      let leftMs = 600 * second
      let times = 0
      for (; leftMs > 5 * second; times += 1) {
        const halfMs = Math.floor(leftMs / 2)
        pass(halfMs)
        leftMs -= halfMs
        const { status } = await complete({ ledgerNumber: 1 })
        expect(status).toBe(leftMs > 5 * second ? 409 : 200)
      }
      expect(times).toBe(7)
    })

    test('is completed where other parts were sat than the ledger has, in all the time that there was', async () => {
      const part = (name: string) => ({
        ...{ id: `o1-${name}`, name, sectionTime: 300 },
        questions: [authoredQuestion.parse({ type: 'QUESTIONLTEXT', id: `o1-${name}1`, text: 'Why?', marks: 1 })],
      })
      await sit({ exam: examOf('o1', { settings: {}, sections: [part('a'), part('b')] }) })
      // Without a network from the start: five minutes in each part, of which the ledger has the first alone.
      pass(590 * second)
      expect(refusalIn(await complete({ timeOver: true })).code).toBe('TIME_LEFT')
      pass(10 * second)
      expect((await complete({ timeOver: true })).status).toBe(200)
    })

    test('stays open, and ends by itself when that is over', async () => {
      await sit()
      await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 300 } }, await asInvigilator())
      pass(600 * second)
      expect(refusalIn(await complete()).code).toBe('TIME_LEFT')
      pass(370 * second)
      await completed()
    })
  })

  describe('that staff take back', () => {
    const reopen = async (more: Partial<InputOf<typeof calls.reopenFormRun>['body']> = {}, by = asInvigilator()) =>
      tryCall(server, calls.reopenFormRun, { body: { formRunGuid, reason: 'The fire alarm', ...more } }, await by)
    const left = async () => (await doCall(server, calls.dashState, { query: { formRunGuid } }, token)).examTimeRemaining

    test('goes on where it stood, with the time that was left and all answers; then it is told anew', async () => {
      await sit({
        exam: examOf('o1', {
          sections: examOf('o1').sections.map((one) => ({ ...one, questions: one.questions?.slice(0, 2) })),
        }),
      })
      await save(1)
      pass(100 * second)
      expect((await complete({ timeRemaining: 500, elapsedTime: 100 })).status).toBe(200)
      const first = await result()
      expect(first).toMatchObject({ marked: true, percentScore: 50 })
      const shownAtMs = clock.nowMs()
      expect((await run()).marks_told_at).toBe(shownAtMs)
      pass(10 * minute)
      await again()
      expect((await reopen()).status).toBe(200)
      // What its learner answers from here on counts again: the mark that was told is none any more.
      expect((await run()).marks_told_at).toBeNull()
      expect(await left()).toBe(500)
      expect((await result()).marked).toBe(false)
      const marks = await server.db.kysely.selectFrom('mark').selectAll().where('form_run_guid', '=', formRunGuid).execute()
      expect([marks, (await run()).marks_told_at]).toEqual([[], null])
      expect(JSON.stringify(await doCall(server, calls.examJson, { query: world.entry }, token))).toContain(
        '"answerText":"Birch"',
      )
      pass(100 * second)
      expect(await left()).toBe(400)
      const body = saveOf(world, formRunGuid, {
        sequence: 2,
        answerText: 'Ash',
        options: [{ optionID: 'a', optionText: 'Ash' }],
      })
      await doCall(server, calls.saveAnswer, { body }, token)
      expect((await complete({ timeRemaining: 400, elapsedTime: 200 })).status).toBe(200)
      expect(await result()).toMatchObject({ marked: true, percentScore: 0 })
      // The receipt that was given for the first completion is explained by the history; one that says anything else is not.
      if (!first.receipt) throw new Error('The result has no receipt')
      expect(await reopenedSince(server.db, await run(), first.receipt)).toMatchObject({ reason: 'The fire alarm' })
      const output: string[] = []
      for (const stream of ['log', 'error'] as const)
        vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
      const wishes = { orgId: 1, examGuid: undefined, head: false }
      expect(await verify(server.db, { ...wishes, given: writeReceipt(first.receipt) })).toBe(0)
      expect(output.splice(0).join(' ')).toMatch(
        /matches what was stored when it was given.*opened again at .*: The fire alarm/,
      )
      const forged = writeReceipt({ ...first.receipt, checksum: '0'.repeat(64) })
      expect(await verify(server.db, { ...wishes, given: forged })).toBe(1)
      vi.restoreAllMocks()
      const other = { ...first.receipt, checksum: '0'.repeat(64) }
      expect(await reopenedSince(server.db, await run(), other)).toBeUndefined()
      expect((await ledger()).slice(1)).toMatchObject([
        { kind: 'complete', author: 'o1-learner', because: 'chosen' },
        { kind: 'reopen', author: 'o1-invigilator', byMs: 600_000, text: 'The fire alarm', toldAtMs: shownAtMs },
        { kind: 'complete', author: 'o1-learner', because: 'chosen' },
      ])
    })

    test('takes time with it where none is left, and ends by itself again', async () => {
      await sit()
      pass(670 * second)
      await completed()
      await again()
      expect(refusalIn(await reopen()).code).toBe('CANNOT_CHANGE_TIME')
      expect((await reopen({ seconds: 120 })).status).toBe(200)
      expect(await left()).toBe(120)
      pass(120 * second + 70 * second)
      await completed()
      expect((await ledger()).map(({ kind }) => kind)).toEqual(['start', 'complete', 'reopen', 'extra-time', 'complete'])
    })

    test('what the page sends once more doesn’t end the exam that was opened again, until the page knows of it', async () => {
      await sit()
      const finish = { timeRemaining: 500, elapsedTime: 100, ledgerNumber: 1 }
      const first = await complete(finish)
      expect((await reopen({ seconds: 120 })).status).toBe(200)
      pass(minute)
      // Its reply got lost: it is answered as the first time.
      expect((await complete(finish)).text).toBe(first.text)
      expect(await isCompleted()).toBe(false)
      // A claim that the time is over, of before the reopening, neither.
      expect((await complete({ ...finish, timeRemaining: 0, timeOver: true })).text).toBe(first.text)
      expect(await isCompleted()).toBe(false)
      expect((await complete({ ...finish, ledgerNumber: 4 })).status).toBe(200)
      expect((await ledger()).map(({ kind }) => kind)).toEqual(['start', 'complete', 'reopen', 'extra-time', 'complete'])
    })

    test('is nobody’s own to take back, and needs a completion and a reason', async () => {
      await sit()
      const invigilator = await asInvigilator()
      expect(refusalIn(await reopen({}, Promise.resolve(invigilator))).code).toBe('CANNOT_CHANGE_TIME')
      expect((await complete({ timeRemaining: 500 })).status).toBe(200)
      expect(refusalIn(await reopen({ reason: '' }, Promise.resolve(invigilator))).code).toBe('INVALID_REQUEST')
      expect((await reopen({}, Promise.resolve(token))).status).toBe(403)
      await server.db.kysely.updateTable('person').set({ invigilator: 1 }).where('username', '=', 'learner').execute()
      await again()
      expect(refusalIn(await reopen({}, Promise.resolve(token))).message).toMatch(/own exam/)
      expect(await isCompleted()).toBe(true)
    })

    test('is taken back once by a request that comes twice', async () => {
      await sit()
      expect((await complete({ timeRemaining: 500 })).status).toBe(200)
      const requestId = '5b1f6c1e-7a64-4b0c-9a52-1f2d3e4c5b6a'
      expect((await reopen({ requestId, seconds: 60 })).status).toBe(200)
      expect(JSON.parse((await reopen({ requestId, seconds: 60 })).text)).toEqual({ changed: [] })
      expect((await ledger()).filter(({ kind }) => kind === 'extra-time')).toHaveLength(1)
    })
  })
})
