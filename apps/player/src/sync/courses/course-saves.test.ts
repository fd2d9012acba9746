import type { CourseState } from '@sitwell/contract'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { Caller } from '../queue/delivery.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import { type CourseOpening, createCourseSaves, keepingAfter } from './course-saves.ts'

const opening: CourseOpening = {
  attemptId: 12,
  number: 100,
  writer: 'w1',
  about: { orgId: 7, learnerName: 'Mina Okafor', courseName: 'Ladders' },
}
const stateAt = (place: string): CourseState => ({ data: [{ element: 'cmi.core.lesson_location', value: place }] })
const arrived = (place: string, ends = false) => ({ read: () => stateAt(place), ends })

interface Sent {
  readonly number: number
  readonly saveGuid: string
  readonly ends: boolean
  readonly data: CourseState['data']
}

/** A server that keeps what comes under its number, and can be away, or refuse. */
const arrange = async (places = createMemoryStore(), answer: () => 'ok' | 'away' | string = () => 'ok') => {
  const sent: (Sent & { attemptId: string })[] = []
  const calls: string[] = []
  const api: Caller = {
    async call(call, input) {
      calls.push(call.name)
      if (call.name !== 'scormSave') return answer() === 'away' ? { ok: false, kind: 'unreachable' } : { ok: true, value: {} }
      const reply = answer()
      if (reply === 'away') return { ok: false, kind: 'unreachable' }
      if (reply !== 'ok') return { ok: false, kind: 'refused', code: reply as never }
      // Boundary: what the call is made with is checked by the server.
      const { params, body } = input as { params: { attemptId: string }; body: Sent }
      sent.push({ ...body, attemptId: params.attemptId })
      return { ok: true, value: { applied: true, number: body.number, courseAttempt: {} } }
    },
  }
  const sync = await startTestSync({ api }, places)
  const saves = createCourseSaves({
    queue: sync.queue,
    opening,
    onKeeping: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  const requests = () => createExamStore(places, () => 0).requestsOf('u')
  const placesSent = () => sent.map(({ data }) => data[0]?.value)
  return { sync, saves, sent, calls, requests, placesSent }
}
const sentOut = (sync: { queue: { waiting(): readonly unknown[] } }) =>
  vi.waitFor(() => expect(sync.queue.waiting()).toHaveLength(0), onABusyMachine)

test('what a SCO has set is in the store before it is sent, and goes with the number and the guid of its save', async () => {
  const { sync, saves, sent, requests } = await arrange()
  saves.keep(arrived('page 1'))
  await saves.stored()
  await sentOut(sync)
  expect(await requests()).toEqual([])
  expect(sent).toEqual([{ ...stateAt('page 1'), number: 101, writer: 'w1', ends: false, saveGuid: 'id2', attemptId: '12' }])
  sync.stop()
})

test('without a network the newest state waits, numbered above all before it, and a later page sends it', async () => {
  const places = createMemoryStore()
  let isAway = true
  const before = await arrange(places, () => (isAway ? 'away' : 'ok'))
  for (const place of ['page 1', 'page 2', 'page 3']) {
    before.saves.keep(arrived(place))
    await before.saves.stored()
  }
  expect((await before.requests()).map(({ payload }) => [payload.number, payload.data])).toEqual([
    [103, stateAt('page 3').data],
  ])
  expect((await before.sync.onlyHere()).courses).toBe(1)
  before.sync.stop()
  isAway = false
  const after = await arrange(places)
  await sentOut(after.sync)
  expect(after.sent.map(({ number, data }) => [number, data])).toEqual([[103, stateAt('page 3').data]])
  after.sync.stop()
})

test('of states that come while one is written the newest is kept, and its end is never lost', async () => {
  const { sync, saves, placesSent, sent } = await arrange()
  const read = vi.fn(() => stateAt('skipped'))
  saves.keep(arrived('first'))
  for (let times = 0; times < 1000; times += 1) saves.keep({ read, ends: times === 500 })
  saves.keep(arrived('last'))
  await saves.stored()
  await sentOut(sync)
  expect(read).not.toHaveBeenCalled()
  expect(placesSent()).toEqual(['first', 'last'])
  expect(sent.map(({ ends }) => ends)).toEqual([false, true])
  sync.stop()
})

test('what is not a state is not kept, and what another tab has taken over keeps nothing', async () => {
  const { sync, saves, calls } = await arrange()
  saves.keep({ read: () => undefined, ends: false })
  await saves.stored()
  saves.stop()
  saves.keep(arrived('late'))
  await saves.stored()
  expect(sync.queue.waiting()).toEqual([])
  expect(calls).not.toContain('scormSave')
  sync.stop()
})

test('a state whose session was taken over is sent at the next sign-in', async () => {
  const places = createMemoryStore()
  const before = await arrange(places, () => 'DOUBLE_LOGIN')
  before.saves.keep(arrived('page 1'))
  await before.saves.stored()
  await sentOut(before.sync)
  before.sync.stop()
  const after = await arrange(places)
  await sentOut(after.sync)
  expect(after.placesSent()).toEqual(['page 1'])
  after.sync.stop()
})

test('a session that is over, or a server that fails, loses nothing', async () => {
  const places = createMemoryStore()
  for (const code of ['NO_AUTHORISATION', 'CANNOT_SAVE', 'SERVER_ERROR']) {
    const { sync, saves, requests } = await arrange(places, () => code)
    saves.keep(arrived(code))
    await saves.stored()
    await vi.waitFor(() => expect(sync.queue.failed().length).toBeGreaterThan(0), onABusyMachine)
    expect((await requests()).at(-1)?.payload.data).toEqual(stateAt(code).data)
    sync.stop()
  }
})

test('where what it has set is, is told by the queue', async () => {
  const request = { type: 5, callbackId: '12' } as never
  expect(keepingAfter(12, { kind: 'sending', request })).toBe('kept')
  expect(keepingAfter(12, { kind: 'failed', request })).toBe('kept')
  expect(keepingAfter(12, { kind: 'acknowledged', request })).toBe('saved')
  expect(keepingAfter(12, { kind: 'set-aside', request, reason: 'SCO_OVER' })).toBe('refused')
  expect(keepingAfter(13, { kind: 'acknowledged', request })).toBeUndefined()
})
