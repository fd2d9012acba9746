import type { CourseState } from '@sitwell/contract'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { Caller } from '../queue/delivery.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import { createCourseSaves } from './course-saves.ts'

const stateAt = (place: string): CourseState => ({ data: [{ element: 'cmi.core.lesson_location', value: place }] })
const throwIt = (error: unknown) => {
  throw error
}

/** A server that keeps what comes under the highest number, and can be set back to nothing. */
const arrange = async (places = createMemoryStore(), held = new Map<string, { number: number; place: string }>()) => {
  const sent: unknown[] = []
  const api: Caller = {
    async call(call, input) {
      if (call.name !== 'scormSave') return { ok: true, value: {} }
      // Boundary: the server checks what the call is made with.
      const { params, body } = input as {
        params: { attemptId: string }
        body: CourseState & { number: number; opening: string }
      }
      const place = body.data[0]?.value ?? ''
      sent.push([params.attemptId, body.number, place, body.opening])
      const before = held.get(params.attemptId)
      if (!before || before.number < body.number) held.set(params.attemptId, { number: body.number, place })
      return { ok: true, value: { applied: true, number: held.get(params.attemptId)?.number, courseAttempt: {} } }
    },
  }
  const generation = createGenerationWatch(throwIt)
  generation.heard('g1')
  const sync = await startTestSync({ api, generation }, places)
  const save = async (attemptId: number, number: number, place: string) => {
    const opening = { attemptId, number: number - 1, writer: 'w', opening: `paper ${attemptId}` }
    const about = { orgId: 7, learnerName: 'Mina Okafor', courseName: 'Ladders' }
    const saves = createCourseSaves({
      ...{ queue: sync.queue, opening: { ...opening, about }, onKeeping: () => undefined, onError: throwIt },
    })
    saves.keep({ read: () => stateAt(place), ends: false })
    await saves.stored()
    await sentOut()
  }
  const sentOut = async () => {
    await sync.courses.settled()
    await vi.waitFor(() => expect(sync.queue.waiting()).toEqual([]), onABusyMachine)
  }
  const stored = () => createExamStore(places, () => 0).courseSavesOf('u')
  return { places, held, sent, sync, generation, save, sentOut, stored }
}

test('a database that was set back gets what it had acknowledged once more, as it was', async () => {
  const { held, sent, generation, save, sentOut, sync } = await arrange()
  await save(2, 900, 'second')
  await save(1, 101, 'page 1')
  await save(1, 102, 'page 2')
  held.clear()
  sent.length = 0
  generation.heard('g2')
  await sentOut()
  expect(sent.sort()).toEqual([
    ['1', 102, 'page 2', 'paper 1'],
    ['2', 900, 'second', 'paper 2'],
  ])
  generation.heard('g2')
  await sentOut()
  expect(sent).toHaveLength(2)
  sync.stop()
})

test('a later page does so too, and not where the database is the one that acknowledged it', async () => {
  const before = await arrange()
  await before.save(1, 101, 'page 1')
  before.sync.stop()
  const same = await arrange(before.places, before.held)
  await same.sentOut()
  expect(same.sent).toEqual([])
  before.held.clear()
  same.generation.heard('g2')
  await same.sentOut()
  expect(before.held.get('1')).toEqual({ number: 101, place: 'page 1' })
  same.sync.stop()
})

test('a SCO that is opened of which the server has less than it acknowledged gets it first, though nothing tells of a restore', async () => {
  const { held, sync, save, sentOut } = await arrange()
  await save(1, 101, 'page 1')
  held.clear()
  expect(await sync.courses.sendLacking(1, 101)).toBe(false)
  expect(await sync.courses.sendLacking(2, 0)).toBe(false)
  expect(await sync.courses.sendLacking(1, 100)).toBe(true)
  await sentOut()
  expect(held.get('1')).toEqual({ number: 101, place: 'page 1' })
  sync.stop()
})

test('what is newer and waits goes alone, and an older acknowledgement replaces nothing that is kept', async () => {
  const { sync, sent, save, sentOut, stored, generation, held } = await arrange()
  await save(1, 105, 'newer')
  await save(1, 102, 'older')
  expect((await stored()).map(({ save: { payload } }) => payload.number)).toEqual([105])
  sent.length = 0
  held.clear()
  await sync.queue.enqueue({
    ...{ type: 5, callbackId: '1', formRunGuid: '', payload: { ...stateAt('newest'), number: 106, opening: 'paper 1' } },
  })
  generation.heard('g2')
  await sentOut()
  expect(sent).toEqual([['1', 106, 'newest', 'paper 1']])
  sync.stop()
})

test('of a hundred SCOs the last save stays, and another learner’s is nobody’s business', async () => {
  const places = createMemoryStore()
  const store = createExamStore(places, () => 0)
  const request = { format: 1, id: 'r', order: 1, type: 5, callbackId: '1', formRunGuid: '', failed: false } as const
  const record = (userGuid: string, attemptId: number) => {
    const save = {
      ...request,
      id: `r${attemptId}`,
      userGuid,
      callbackId: String(attemptId),
      payload: { ...stateAt('x'), number: attemptId },
    }
    return { courseSave: { format: 1, userGuid, attemptId, generation: 'g0', save } } as const
  }
  await store.save(Array.from({ length: 105 }, (_, at) => record('u', at + 1)))
  await store.save([record('other', 7)])
  const { sync, sent, sentOut, stored } = await arrange(places)
  await sentOut()
  expect(sent.map((one) => (one as [string])[0])).not.toContain('other')
  expect(sent).toHaveLength(100)
  expect((await stored()).map(({ attemptId }) => attemptId).sort((a, b) => a - b)[0]).toBe(6)
  expect(await store.courseSavesOf('other')).toHaveLength(1)
  sync.stop()
})
