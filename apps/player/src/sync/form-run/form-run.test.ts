import { freshTime } from '@sitwell/exam/time/exam-time'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore, type ExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { createRequestLogStore } from '../../storage/request-log.ts'
import { createStoredCourseStore } from '../../storage/stored-course-store.ts'
import { createStoredExams } from '../../storage/stored-exams.ts'
import { startSync } from '../player-sync.ts'
import type { Caller } from '../queue/delivery.ts'
import { examStart, plan, question, text } from '../testing/exam-start.ts'
import { memoryUploads } from '../testing/memory-uploads.ts'
import { createContactClock } from '../time/contact-clock.ts'
import type { FormRunStart } from './form-run-start.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Body = Record<string, unknown> & {
  sequence?: number
  answerText?: string
  sequences?: number[]
  writerId?: string
  requestId: string
}
let worlds = 0

/** A server that holds what it is sent, can be cut off, and can lose the acknowledgements that it sends. */
const createWorld = (store: ExamStore = createExamStore(createMemoryStore(), () => 0)) => {
  const calls: { name: string; body: Body }[] = []
  const world = {
    reachable: true,
    missing: [] as number[],
    standing: 0,
    failsAt: (_body: Body): boolean => false,
    completedWith: undefined as undefined | unknown[],
  }
  worlds += 1
  const page = worlds
  let ids = 0
  const api: Caller = {
    async call(call, input) {
      if (!world.reachable) return { ok: false, kind: 'unreachable' }
      if (call.name === 'ping') return { ok: true, value: {} }
      const body = input.body as Body
      if (world.failsAt(body)) return { ok: false, kind: 'refused', code: 'SERVER_ERROR' }
      calls.push({ name: call.name, body })
      if (call.name === 'complete') {
        const held = new Set(saves().flatMap(({ writerId, sequence }) => (writerId === body.writerId ? [sequence] : [])))
        const missing = [...world.missing, ...(body.sequences ?? []).filter((sequence) => !held.has(sequence))]
        world.missing = []
        if (missing.length > 0) return { ok: false, kind: 'refused', code: 'MISSING_REQUESTS', missing }
        world.completedWith = saves().map(({ answerText }) => answerText)
      }
      const standing = world.standing > (body.sequence ?? 0) ? world.standing : undefined
      return { ok: true, value: { sequence: body.sequence, applied: standing === undefined, standing } }
    },
  }
  const open = (from: Partial<FormRunStart> = {}) => {
    const clocks = { nowMs: () => Date.now(), readClocks: () => ({ wallMs: Date.now(), steadyMs: Date.now() }) }
    const learner = { userGuid: 'u', orgId: 7, learnerName: 'Mina Okafor' }
    const keeping = { get: () => 'lasting' as const, subscribe: () => () => {} }
    const requestLog = createRequestLogStore(createMemoryStore())
    const storedExams = createStoredExams(createMemoryStore())
    const parts = {
      api,
      store,
      requestLog,
      storedExams,
      storedCourses: createStoredCourseStore(createMemoryStore()),
      uploadStore: memoryUploads(),
      keeping,
      hash: async () => '',
      sendInPieces: async () => ({ ok: true as const, value: undefined }),
      pingIntervalMs: 30_000,
      random: () => 0.5,
      ...learner,
      ...clocks,
      contact: createContactClock(clocks.readClocks),
      generation: createGenerationWatch(() => {}),
    }
    return startSync({ ...parts, newId: () => `id${page}.${++ids}`, onError: (error) => Promise.reject(error) }).then(
      async (sync) => ({
        sync,
        run: await sync.openFormRun({ ...examStart, ...from }),
      }),
    )
  }
  const saves = () => calls.filter(({ name }) => name === 'saveAnswer').map(({ body }) => body)
  return { world, calls, saves, open, store }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

/** Has a server fail at the first saves of a text; answers how often it was asked. */
const failThreeTimes = (world: ReturnType<typeof createWorld>['world'], wanted: string) => {
  let asked = 0
  world.failsAt = ({ answerText }) => {
    if (answerText === wanted) asked += 1
    return answerText === wanted && asked < 4
  }
  return () => asked
}

describe('a form run', () => {
  test('keeps a choice in the browser, sends it at once and knows when the server has it', async () => {
    const { open, saves, store } = createWorld()
    const { run } = await open()
    const states: unknown[] = [run.answers.stateOf('q1')]
    run.answers.subscribe((id) => states.push(run.answers.stateOf(id)))
    await run.answers.save('q1', text('Blue'))
    await settle()
    expect(states[0]).toBeUndefined()
    expect(states).toEqual(expect.arrayContaining(['keeping', 'sending', 'on-server']))
    expect(states.at(-1)).toBe('on-server')
    expect(saves()).toMatchObject([
      { answerText: 'Blue', sequence: 1, questionVersionId: 'q1', objectID: 7, formRunGuid: 'run' },
    ])
    expect(await store.answersOf('u', 'run')).toMatchObject([{ acknowledged: 1, sequence: 1 }])
  })

  // SAVE-303 SAVE-306
  test('saves a text every 30 seconds while it changes, and not when it did not', async () => {
    const { open, saves } = createWorld()
    const { run } = await open()
    run.answers.draft('q1', text('A'))
    run.answers.draft('q1', text('A lon'))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(saves()).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves().map(({ answerText }) => answerText)).toEqual(['A lon'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves()).toHaveLength(1)
  })

  test('says that something typed is kept only once it is in the store, which is begun with the first key', async () => {
    const { open, store } = createWorld()
    const { run } = await open()
    const seen: unknown[] = []
    run.answers.subscribe((id) => {
      const state = run.answers.stateOf(id)
      seen.push(store.answersOf('u', 'run').then(([stored]) => [state, stored?.answer.answerText]))
    })
    run.answers.draft('q1', text('D'))
    expect(run.answers.stateOf('q1')).toBe('keeping')
    await settle()
    expect(run.answers.stateOf('q1')).toBe('on-device')
    run.answers.draft('q1', text('De'))
    expect(run.answers.stateOf('q1')).toBe('keeping')
    await vi.advanceTimersByTimeAsync(1000)
    expect(run.answers.stateOf('q1')).toBe('on-device')
    const states = (await Promise.all(seen)) as [string, string | undefined][]
    expect(states.filter(([state]) => state === 'on-device').map(([, stored]) => stored)).toEqual(['D', 'De'])
  })

  test('does not say that a choice is kept while the store has only the one before it', async () => {
    const memory = createMemoryStore()
    const held: (() => void)[] = []
    let isSlow = false
    const write: typeof memory.write = async (changes) => {
      if (isSlow) await new Promise<void>((resolve) => held.push(resolve))
      await memory.write(changes)
    }
    const { open, world } = createWorld(createExamStore({ ...memory, write }, () => 0))
    world.reachable = false
    const { run } = await open()
    isSlow = true
    const first = run.answers.save('q1', text('Blue'))
    const second = run.answers.save('q1', text('Green'))
    held.shift()?.()
    await first
    expect(run.answers.stateOf('q1')).toBe('keeping')
    isSlow = false
    for (const release of held.splice(0)) release()
    await second
    expect(run.answers.stateOf('q1')).toBe('on-device')
  })

  test('has what was typed in the store within a second, however long the typing goes on', async () => {
    const { open, store } = createWorld()
    const { run } = await open()
    for (let key = 1; key <= 20; key += 1) {
      run.answers.draft('q1', text('x'.repeat(key)))
      await vi.advanceTimersByTimeAsync(100)
    }
    const [stored] = await store.answersOf('u', 'run')
    expect(stored?.answer.answerText.length).toBeGreaterThan(10)
    expect(stored?.changed).toBe(true)
  })

  // SAVE-307
  test('saves a changed text when its question is left', async () => {
    const { open, saves } = createWorld()
    const { run } = await open()
    run.answers.draft('q1', text('Typed'))
    await run.answers.saveChanged('q1')
    await settle()
    expect(saves()).toHaveLength(1)
  })

  // SAVE-304
  test('saves the time every 30 seconds, in whole seconds, with the place', async () => {
    const { open, calls } = createWorld()
    const { run } = await open()
    run.moveTo('q2')
    await vi.advanceTimersByTimeAsync(60_000)
    const times = calls.filter(({ name }) => name === 'saveTime').map(({ body }) => body)
    expect(times).toMatchObject([
      { formRunGuid: 'run', timeRemaining: 3570, elapsedTime: 30, page: 'q2' },
      { timeRemaining: 3540, elapsedTime: 60 },
    ])
  })

  // SAVE-302 QUEUE-315
  test('keeps what is answered offline and sends it when the server is back, the latest answer only', async () => {
    const { open, world, saves } = createWorld()
    const { run, sync } = await open()
    world.reachable = false
    await run.answers.save('q1', text('first'))
    await settle()
    expect(sync.connection.state()).toBe('offline')
    await run.answers.save('q1', text('second'))
    await run.answers.save('q2', text('other'))
    expect(run.answers.stateOf('q1')).toBe('on-device')
    world.reachable = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(saves().map(({ answerText }) => answerText)).toEqual(['second', 'other'])
    expect(run.answers.stateOf('q1')).toBe('on-server')
  })

  test('comes back after the page was killed with every answer, its bookmark, the place, and no more time than before', async () => {
    const { open, store, world } = createWorld()
    world.reachable = false
    const { run } = await open()
    await run.answers.save('q1', { ...text('Blue'), bookmarked: true })
    run.answers.draft('q2', text('half a sent'))
    run.moveTo('q2')
    await vi.advanceTimersByTimeAsync(5000)
    run.stop()
    const again = createWorld(store)
    const { run: second } = await again.open()
    await settle()
    expect(second.answers.get('q1')).toMatchObject({ answer: { answerText: 'Blue' }, bookmarked: true })
    expect(second.answers.get('q2')).toMatchObject({ answer: { answerText: 'half a sent' } })
    expect(second.openQuestionId()).toBe('q2')
    expect(second.time.exact().leftMs).toBeLessThanOrEqual(3_595_000)
    expect(again.saves().map(({ answerText }) => answerText)).toEqual(['Blue', 'half a sent'])
  })

  test('numbers on from the highest sequence that the browser or the server knows', async () => {
    const { open, saves } = createWorld()
    const { run } = await open({ lastSequence: 40 })
    await run.answers.save('q1', text('x'))
    await settle()
    expect(saves()).toMatchObject([{ sequence: 41 }])
  })

  test('sends what lost against a newer answer of another device under an older number, once, and keeps it whatever is typed next', async () => {
    const { open, store, world } = createWorld()
    world.reachable = false
    const { run } = await open()
    run.answers.draft('q1', text('typed here, never sent'))
    await vi.advanceTimersByTimeAsync(1000)
    run.stop()
    const elsewhere = { answer: text('from elsewhere').answer, sequence: 9, bookmarked: false, workings: '' }
    const questions = [{ ...question('q1'), server: elsewhere }, question('q2')]
    const again = createWorld(store)
    const { run: second } = await again.open({ lastSequence: 9, questions })
    expect(second.answers.get('q1').answer.answerText).toBe('from elsewhere')
    await second.answers.save('q1', text('and on'))
    await settle()
    expect(again.saves().map(({ answerText, sequence }) => [answerText, sequence])).toEqual([
      ['typed here, never sent', 1],
      ['and on', 10],
    ])
    second.stop()
    const third = createWorld(store)
    await third.open({ lastSequence: 10, questions: [{ ...question('q1'), server: { ...elsewhere, sequence: 10 } }] })
    await settle()
    expect(third.saves()).toEqual([])
  })

  test('sends what lost once where the exam is opened twice at the same moment', async () => {
    const { open, store, world } = createWorld()
    world.reachable = false
    const { run } = await open()
    run.answers.draft('q1', text('typed here, never sent'))
    await vi.advanceTimersByTimeAsync(1000)
    run.stop()
    const elsewhere = { answer: text('from elsewhere').answer, sequence: 9, bookmarked: false, workings: '' }
    const from = { lastSequence: 9, questions: [{ ...question('q1'), server: elsewhere }, question('q2')] }
    const again = createWorld(store)
    const { sync, run: empty } = await again.open({ formRunGuid: 'another' })
    empty.stop()
    const runs = await Promise.all([1, 2].map(() => sync.openFormRun({ ...examStart, ...from })))
    await settle()
    expect(again.saves().map(({ answerText, sequence }) => [answerText, sequence])).toEqual([['typed here, never sent', 1]])
    expect(runs.map(({ sitting }) => sitting())).toEqual([undefined, 'running'])
  })

  test('numbers what a killed page had typed within the opening of that page, below another device’s since; what is typed now above it', async () => {
    const { open, store, world } = createWorld()
    world.reachable = false
    const { run } = await open({ lastSequence: 100 })
    await run.answers.save('q1', text('kept'))
    run.answers.draft('q1', text('typed, never numbered'))
    run.answers.draft('q2', text('typed too'))
    await vi.advanceTimersByTimeAsync(1000)
    run.stop()
    // Another device has opened the exam in between, from 200 on, and has sent nothing yet.
    const again = createWorld(store)
    const { run: second } = await again.open({ lastSequence: 300 })
    await settle()
    expect(again.saves().map(({ answerText, sequence }) => [answerText, sequence])).toEqual([
      ['kept', 101],
      ['typed, never numbered', 102],
      ['typed too', 103],
    ])
    await second.answers.save('q2', text('typed now'))
    await settle()
    expect(again.saves().at(-1)).toMatchObject({ answerText: 'typed now', sequence: 301 })
    expect(second.answers.stateOf('q1')).toBe('on-server')
  })

  test('sends what a database has forgotten, and what an earlier page had typed, as from its own question: its learner went elsewhere after that', async () => {
    const { open, saves, store } = createWorld()
    const record = (questionId: string) => ({
      ...{
        format: 1 as const,
        formRunGuid: 'run',
        questionId,
        userGuid: 'u',
        bookmarked: false,
        workings: '',
        acknowledged: 0,
      },
      ...{ changed: false, sequence: 7, writerId: 'w', changedAt: '2026-11-22T10:00:00.000Z', ...text(questionId) },
    })
    await store.save([{ answer: { ...record('q1'), forgotten: true } }, { answer: { ...record('q3'), changed: true } }])
    const { run } = await open({ currentQuestionId: 'q2', questions: ['q1', 'q2', 'q3'].map(question) })
    await settle()
    await run.answers.save('q2', text('now'))
    run.moveTo('q1')
    await run.answers.save('q2', text('on leaving'))
    await settle()
    const told = saves().map(({ answerText, page }) => [answerText, page])
    expect(told.toSorted()).toEqual([
      ['now', 'q2'],
      ['on leaving', 'q1'],
      ['q1', 'q1'],
      ['q3', 'q3'],
    ])
  })

  test('saves what was typed here again where a newer answer of another page stood in its place, and says until then that it is not saved', async () => {
    const { open, saves, world, store } = createWorld()
    const { run } = await open({ isStored: true })
    world.standing = 1_000_003
    const states: unknown[] = []
    run.answers.subscribe((id) => states.push(run.answers.stateOf(id)))
    await run.answers.save('q1', text('typed last of all'))
    await settle()
    expect(saves().map(({ answerText, sequence }) => [answerText, sequence])).toEqual([
      ['typed last of all', 1],
      ['typed last of all', 1_000_004],
    ])
    expect(states.indexOf('on-server')).toBe(states.length - 1)
    expect(await store.answersOf('u', 'run')).toMatchObject([{ acknowledged: 1_000_004, sequence: 1_000_004, changed: false }])
  })

  test.each(['save', 'draft'] as const)(
    'leaves alone the %s of an earlier page, where a newer answer of another device came first',
    async (kind) => {
      const { open, store, world } = createWorld()
      world.reachable = false
      const { run } = await open()
      await run.answers[kind]('q1', text('an old draft'))
      await settle()
      run.stop()
      const again = createWorld(store)
      Object.assign(again.world, { standing: 1_000_001, reachable: false })
      await again.open({ isStored: true })
      again.world.reachable = true
      await vi.advanceTimersByTimeAsync(60_000)
      expect(again.saves().map(({ answerText, sequence }) => [answerText, sequence])).toEqual([['an old draft', 1]])
    },
  )

  test('does so too where that page’s save is numbered anew for the completion', async () => {
    const { open, store, world } = createWorld()
    world.reachable = false
    const { run } = await open()
    await run.answers.save('q1', text('an old draft'))
    await settle()
    run.stop()
    const again = createWorld(store)
    again.world.reachable = false
    const { run: second, sync } = await again.open({ isStored: true })
    await second.finish()
    again.world.standing = 1_000_001
    again.world.reachable = true
    await sync.connection.pingNow()
    await settle()
    expect(again.saves().map(({ answerText, sequence }) => [answerText, sequence])).toEqual([['an old draft', 2]])
    expect(again.world.completedWith).toEqual(['an old draft'])
  })

  // RUN-349 RUN-350 ENT-303
  test('keeps when the learner left the exam and when they came back', async () => {
    const { open, store } = createWorld()
    const { run } = await open()
    const stored = async () => {
      await settle()
      const { leaveExam, resumeExam } = (await store.formRun('u', 'run')) ?? {}
      return { leaveExam, resumeExam }
    }
    expect(await stored()).toEqual({ leaveExam: undefined, resumeExam: undefined })
    run.leftExam()
    const leaveExam = new Date().toISOString()
    expect(await stored()).toEqual({ leaveExam, resumeExam: undefined })
    await vi.advanceTimersByTimeAsync(5000)
    run.resumedExam()
    expect(await stored()).toEqual({ leaveExam, resumeExam: new Date().toISOString() })
  })

  test('completes on the sequences of its latest saves, and sends again what the server lacks', async () => {
    const { open, world, calls } = createWorld()
    const { run } = await open()
    await run.answers.save('q1', text('a'))
    await settle()
    await run.answers.save('q1', text('b'))
    run.answers.draft('q2', text('c'))
    await settle()
    world.missing = [2]
    await run.finish()
    await settle()
    const [first, , ...rest] = calls.filter(({ name }) => name === 'complete' || name === 'saveAnswer').slice(2)
    expect(calls.filter(({ name }) => name === 'complete').map(({ body }) => body.sequences)).toEqual([
      [2, 3],
      [2, 3],
    ])
    expect(first).toMatchObject({ name: 'saveAnswer', body: { answerText: 'c', sequence: 3 } })
    expect(rest).toMatchObject([{ name: 'saveAnswer', body: { answerText: 'b', sequence: 2 } }, { name: 'complete' }])
  })

  test('completes only with what an earlier page had saved too, where the server fails at it meanwhile', async () => {
    const { open, world, store } = createWorld()
    world.reachable = false
    const { run, sync } = await open()
    await run.answers.save('q1', text('a'))
    await run.answers.save('q2', text('b'))
    await settle()
    sync.stop()
    const again = createWorld(store)
    const faults = failThreeTimes(again.world, 'a')
    const { run: second } = await again.open({ isStored: true, isFresh: false })
    await second.finish()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(faults()).toBe(4)
    expect(new Set(again.world.completedWith)).toEqual(new Set(['a', 'b']))
    const sequences = again.saves().map(({ sequence }) => sequence)
    expect(new Set(sequences).size).toBe(sequences.length)
  })

  test('a completion of an earlier page goes on naming what it stands on, and waits while the server fails at it', async () => {
    const { open, world, store } = createWorld()
    const { run, sync } = await open()
    await run.answers.save('q1', text('a'))
    await settle()
    world.reachable = false
    await run.finish()
    await settle()
    sync.stop()
    // A server that has lost what it acknowledged.
    const again = createWorld(store)
    const faults = failThreeTimes(again.world, 'a')
    again.world.reachable = false
    const { sync: later } = await again.open({ isStored: true, isFresh: false })
    again.world.reachable = true
    await later.connection.pingNow()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(faults()).toBe(4)
    expect(again.world.completedWith).toEqual(['a'])
  })

  test('queues one completion however often finishing is asked for, and knows after a reload that it is finished', async () => {
    const { open, world, calls, store } = createWorld()
    const { run } = await open()
    world.reachable = false
    await Promise.all([run.finish(), settle()])
    await run.finish()
    await settle()
    const again = createWorld(store)
    const { run: second } = await again.open()
    expect(second.finished()).toBe(true)
    await settle()
    expect(calls).toEqual([])
    expect(again.calls.filter(({ name }) => name === 'complete')).toHaveLength(1)
  })

  // EXT-315 ENT-303
  test('is kept open by one second while an extension is decided, over a reload, until it goes on or finishes', async () => {
    const { open, calls, store } = createWorld()
    const out = { ...freshTime(plan), leftMs: 0 }
    const { run } = await open({ time: out, isFresh: false })
    const sentTimes = () => calls.filter(({ name }) => name === 'saveTime').map(({ body }) => body.timeRemaining)
    await run.saveLastSecond()
    await settle()
    expect(sentTimes()).toEqual([1])
    expect(run.awaitingExtension()).toBe(false)
    await run.keepAwaiting(true)
    run.stop()
    const again = (await open({ time: out, isFresh: false })).run
    expect(again.awaitingExtension()).toBe(true)
    await again.saveAll()
    await settle()
    expect(sentTimes()).toEqual([1, 1])
    await again.keepAwaiting(false)
    expect((await store.formRun('u', 'run'))?.awaitingExtension).toBe(false)
    await again.saveAll()
    await settle()
    expect(sentTimes()).toEqual([1, 1, 0])
    again.stop()
  })

  // EXT-314
  test('waits for the answer to a request that another device made, as the server says where it gives the exam out', async () => {
    const { open, store } = createWorld()
    const { run } = await open({ isFresh: false, isAwaiting: true })
    expect(run.awaitingExtension()).toBe(true)
    expect((await store.formRun('u', 'run'))?.awaitingExtension).toBe(true)
    await run.keepAwaiting(false)
    run.stop()
    // What the server said once is kept with the exam, and is old if it can't be asked.
    const stored = (await open({ isFresh: false, isStored: true, isAwaiting: true })).run
    expect(stored.awaitingExtension()).toBe(false)
    stored.stop()
  })

  // EXT-319
  test('is extended once, whatever page it goes on in', async () => {
    const { open } = createWorld()
    const { run } = await open({ isFresh: false })
    await run.keepAwaiting(true)
    expect(run.wasExtended()).toBe(false)
    await run.keepExtended()
    expect([run.wasExtended(), run.awaitingExtension()]).toEqual([true, false])
    run.stop()
    const again = (await open({ isFresh: false })).run
    expect([again.wasExtended(), again.awaitingExtension()]).toEqual([true, false])
    again.stop()
  })

  test('writes that it was extended once, whoever tells of it', async () => {
    const { open, store } = createWorld()
    const { run } = await open({ isFresh: false })
    await run.keepAwaiting(true)
    const save = vi.spyOn(store, 'save')
    await run.keepExtended()
    expect(save).toHaveBeenCalledTimes(1)
    await run.keepExtended()
    expect(save).toHaveBeenCalledTimes(1)
    // Another request was made meanwhile, on another device.
    await run.keepAwaiting(true)
    await run.keepExtended()
    expect([run.awaitingExtension(), save.mock.calls.length]).toEqual([false, 3])
    run.stop()
  })
})
