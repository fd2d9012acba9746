import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import type { KeyValueStore } from '../../storage/key-value-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { requestTypes } from '../../storage/records.ts'
import { takenOverUnstored } from '../answers/reconcile.ts'
import type { FormRunStart } from '../form-run/form-run-start.ts'
import { examStart, text } from '../testing/exam-start.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import type { Caller } from './delivery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start: FormRunStart = { ...examStart, isFresh: false, isStored: true }

/** A browser whose tabs sit one exam over one store, and a server that can be cut off. */
const arrange = (places: KeyValueStore = createMemoryStore()) => {
  const world = { reachable: false }
  const apiOf = (tab: { isSignedOut: boolean; replyAfterMs: number }): Caller => ({
    async call(call, input) {
      if (tab.replyAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, tab.replyAfterMs))
      if (!world.reachable) return { ok: false, kind: 'unreachable' }
      if (tab.isSignedOut && call.name !== 'ping') return { ok: false, kind: 'refused', code: 'DOUBLE_LOGIN' }
      // Boundary: of a save its number is answered, as the server does.
      const { sequence } = (input as { body?: { sequence?: number } }).body ?? {}
      return { ok: true, value: { sequence } }
    },
  })
  let tabs = 0
  const openTab = async () => {
    tabs += 1
    const tab = tabs
    let ids = 0
    const newId = () => `tab${tab}-${++ids}`
    const session = { isSignedOut: false, replyAfterMs: 0 }
    const sync = await startTestSync({ api: apiOf(session), newId }, places)
    return { sync, session, run: await sync.openFormRun(start) }
  }
  const store = createExamStore(places, () => 0)
  const storedAnswer = async () => {
    const answers = await store.answersOf('u', 'run')
    const { answer, changed, acknowledged } = answers.find(({ questionId }) => questionId === 'q1') ?? {}
    return { text: answer?.answerText, changed, acknowledged }
  }
  return { world, store, openTab, storedAnswer }
}

describe('a tab that was taken over by force', () => {
  test('writes nothing over what the other tab keeps, and tells no time or place of its own any more', async () => {
    const { store, openTab } = arrange()
    const old = await openTab()
    old.run.moveTo('q1')
    await old.run.answers.save('q1', text('from before'))
    const queuedBefore = old.sync.queue.waiting().length
    await old.run.takenOver()
    const taker = await openTab()
    taker.run.moveTo('q2')
    await taker.run.answers.save('q1', text('from the tab that went on'))
    await taker.run.finish()
    const stored = await store.formRun('u', 'run')
    expect(stored).toMatchObject({ finished: true, currentQuestionId: 'q2' })
    // What the page of the old tab does as it goes, and what its timers would have done.
    await old.run.saveAll()
    old.run.leftExam()
    old.run.answers.draft('q1', text('too late'))
    await old.run.answers.saveChanged()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await store.formRun('u', 'run')).toEqual(stored)
    expect((await store.answersOf('u', 'run')).map(({ answer }) => answer.answerText)).toEqual(['from the tab that went on'])
    expect(old.sync.queue.waiting()).toHaveLength(queuedBefore)
    expect(old.sync.queue.waiting().every(({ type }) => type === requestTypes.saveAnswer)).toBe(true)
  })

  test('sets aside what had been typed in it and was in its memory alone', async () => {
    const { store, openTab, storedAnswer } = arrange()
    const old = await openTab()
    old.run.answers.draft('q1', text('a'))
    await vi.advanceTimersByTimeAsync(0)
    old.run.answers.draft('q1', text('a word'))
    await old.run.takenOver()
    await vi.advanceTimersByTimeAsync(1000)
    expect((await storedAnswer()).text).toBe('a')
    expect(await store.setAside()).toMatchObject([
      { from: 'answers', key: 'run/q1', reason: takenOverUnstored, value: text('a word') },
    ])
  })
})

test('a tab that has handed over writes no time and no end of its own as its page goes, over what the other tab has finished', async () => {
  const { store, openTab } = arrange()
  const old = await openTab()
  old.run.moveTo('q1')
  await old.run.answers.save('q1', text('abc'))
  // As its page does for the hand-over.
  await old.run.saveAll()
  old.run.stop()
  const queuedBefore = old.sync.queue.waiting()
  const next = await openTab()
  next.run.moveTo('q2')
  await next.run.finish()
  const stored = await store.formRun('u', 'run')
  expect(stored).toMatchObject({ finished: true, currentQuestionId: 'q2' })
  expect(stored?.completion).toBeDefined()
  // Its screens go after that, and its page at any time.
  await old.run.saveAll()
  old.run.leftExam()
  old.run.resumedExam()
  await old.run.keepAwaiting(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await store.formRun('u', 'run')).toEqual(stored)
  expect(old.sync.queue.waiting()).toEqual(queuedBefore)
})

test('what was typed in a tab right before it handed over is kept and saved as its page goes', async () => {
  const { openTab, storedAnswer } = arrange()
  const old = await openTab()
  old.run.answers.draft('q1', text('a'))
  await vi.advanceTimersByTimeAsync(0)
  old.run.answers.draft('q1', text('a word'))
  old.run.stop()
  await old.run.saveAll()
  expect(await storedAnswer()).toMatchObject({ text: 'a word', changed: false })
})

test('an acknowledgement that comes to a tab after it has handed over leaves what the other tab has kept since', async () => {
  const { world, openTab, storedAnswer } = arrange()
  const old = await openTab()
  await old.run.answers.save('q1', text('abc'))
  await vi.advanceTimersByTimeAsync(0)
  old.run.stop()
  const next = await openTab()
  next.run.answers.draft('q1', text('abc and much more'))
  await vi.advanceTimersByTimeAsync(1000)
  world.reachable = true
  await old.sync.connection.pingNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(old.sync.queue.waiting()).toEqual([])
  expect(await storedAnswer()).toEqual({ text: 'abc and much more', changed: true, acknowledged: 1 })
})

test('what a tab is sent after it has handed over is acknowledged in the store by the tab itself', async () => {
  const { world, openTab, storedAnswer } = arrange()
  const old = await openTab()
  await old.run.answers.save('q1', text('abc'))
  await vi.advanceTimersByTimeAsync(0)
  old.run.stop()
  world.reachable = true
  await old.sync.connection.pingNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(await storedAnswer()).toEqual({ text: 'abc', changed: false, acknowledged: 1 })
})

test('what another tab has sent meanwhile is not set aside as refused, where this one’s session is over', async () => {
  const { world, store, openTab } = arrange()
  const old = await openTab()
  await old.run.answers.save('q1', text('abc'))
  await old.run.answers.save('q2', text('def'))
  await old.sync.connection.check()
  old.run.stop()
  const next = await openTab()
  world.reachable = true
  await next.sync.connection.pingNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(await store.requestsOf('u')).toEqual([])
  expect(old.sync.queue.waiting()).not.toEqual([])
  old.session.isSignedOut = true
  await old.sync.connection.pingNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(old.sync.queue.waiting()).toEqual([])
  expect(await store.setAside()).toEqual([])
})

test('what this tab sets aside while another one is sending it is set aside no longer once that one has sent it', async () => {
  const { world, store, openTab } = arrange()
  const old = await openTab()
  await old.run.answers.save('q1', text('abc'))
  await old.sync.connection.check()
  old.run.stop()
  const next = await openTab()
  world.reachable = true
  next.session.replyAfterMs = 500
  const sending = next.sync.connection.pingNow()
  await vi.advanceTimersByTimeAsync(600)
  old.session.isSignedOut = true
  await old.sync.connection.pingNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(await store.setAside()).toMatchObject([{ from: 'requests', reason: 'DOUBLE_LOGIN' }])
  await vi.advanceTimersByTimeAsync(5000)
  await sending
  expect(next.sync.queue.waiting()).toEqual([])
  expect(await store.setAside()).toEqual([])
  expect(await store.requestsOf('u')).toEqual([])
})
