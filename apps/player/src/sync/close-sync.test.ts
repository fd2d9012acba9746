import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createExamStore } from '../storage/exam-store.ts'
import { createMemoryStore } from '../storage/memory-store.ts'
import { requestTypes } from '../storage/records.ts'
import type { Caller } from './queue/delivery.ts'
import { examStart, text } from './testing/exam-start.ts'
import { startTestSync } from './testing/start-test-sync.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Reply = Awaited<ReturnType<Caller['call']>>
const isOver: Reply = { ok: false, kind: 'refused', code: 'NO_AUTHORISATION' }
const isTaken = (input: unknown): Reply => {
  const { body } = Object(input) as { body?: { sequence?: number } }
  return { ok: true, value: { sequence: body?.sequence, applied: true } }
}

/** A sync in which the exam `run` is open, over a server that answers as `world.reply` does. */
const arrange = async () => {
  const places = createMemoryStore()
  const store = createExamStore(places, () => 0)
  const asked: string[] = []
  const world: { reply: (input: unknown) => Reply | Promise<Reply> } = { reply: isTaken }
  const api: Caller = {
    async call(call, input) {
      asked.push(call.name)
      return world.reply(input)
    },
  }
  const sync = await startTestSync({ api }, places)
  const formRun = await sync.openFormRun(examStart)
  const reports = () => store.bugReportsOf('u')
  const queued = async () => (await store.requestsOf('u')).map(({ type }) => type)
  return { sync, formRun, store, asked, world, reports, queued }
}

// AUTH-135
test('once the session is over nothing is sent or reported; what was typed is kept, and the closing exam queues no time', async () => {
  const { sync, formRun, store, asked, reports, queued } = await arrange()
  formRun.answers.draft('q1', text('Typed at the end.'))
  const before = asked.length
  sync.close()
  // As the screens of the exam do when they go.
  await formRun.saveAll()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked.slice(before)).toEqual([])
  expect(await queued()).toEqual([requestTypes.saveAnswer])
  expect((await store.answersOf('u', 'run')).map(({ answer }) => answer.answerText)).toContain('Typed at the end.')
  expect(await reports()).toEqual([])
  expect(sync.sitting()).toBeUndefined()
})

test('an answer that is typed after the session is over is kept for the next sign-in', async () => {
  const { sync, formRun, queued } = await arrange()
  sync.close()
  formRun.answers.save('q1', text('Late.')).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await queued()).toEqual([requestTypes.saveAnswer])
})

test('a session that the server has ended is no network error, and one that is away is', async () => {
  const { sync, formRun, world, reports } = await arrange()
  world.reply = () => isOver
  await formRun.answers.save('q1', text('A lake.'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(await reports()).toEqual([])
  world.reply = () => ({ ok: false, kind: 'unreachable', message: 'nothing answers' })
  sync.queue.flush()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await reports()).toHaveLength(1)
  sync.stop()
})

test('it says of which form runs it is not known whether the server has all', async () => {
  const { sync, formRun } = await arrange()
  formRun.answers.withdraw()
  sync.doubt('an earlier one')
  expect(sync.close()).toEqual({ doubted: ['run', 'an earlier one'] })
})

test('the rest is sent with the log of what was done, and waited for until it is there', async () => {
  const { sync, formRun, asked, world } = await arrange()
  const stop = sync.beforeLeaving(() => {
    void sync.queue.enqueue({ type: requestTypes.saveActivityLog, callbackId: 'log', formRunGuid: 'run', payload: {} })
  })
  const { promise: answered, resolve: answer } = Promise.withResolvers<Reply>()
  world.reply = () => answered
  let isSent = false
  void sync.sendRest(60_000).then(() => {
    isSent = true
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect([asked.at(-1), isSent]).toEqual(['activityLog', false])
  answer({ ok: true, value: {} })
  await vi.advanceTimersByTimeAsync(0)
  expect(isSent).toBe(true)
  stop()
  formRun.stop()
  sync.stop()
})

test.each(['hangs', 'is away'] as const)('a server that %s holds nobody back who sends the rest', async (how) => {
  const { sync, formRun, world } = await arrange()
  world.reply = () => (how === 'hangs' ? new Promise(() => {}) : { ok: false, kind: 'unreachable', message: 'away' })
  await formRun.saveAll()
  let isDone = false
  void sync.sendRest(1000).then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(how === 'hangs' ? 999 : 1)
  expect(isDone).toBe(how === 'is away')
  await vi.advanceTimersByTimeAsync(1)
  expect(isDone).toBe(true)
  sync.stop()
})
