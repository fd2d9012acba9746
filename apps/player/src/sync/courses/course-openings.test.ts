import type { CourseState } from '@sitwell/contract'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { CourseOpeningRecord } from '../../storage/records.ts'
import type { Caller } from '../queue/delivery.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import { createCourseSaves } from './course-saves.ts'

const stateAt = (place: string): CourseState => ({ data: [{ element: 'cmi.core.lesson_location', value: place }] })
const about = { orgId: 7, learnerName: 'Mina Okafor', courseName: 'Ladders' }
const opening: CourseOpeningRecord = {
  ...{ format: 1, userGuid: 'u', id: 'w1', key: '00', courseGuid: 'c', attemptId: 12, number: 100, shown: 'paper', about },
}

const arrange = async () => {
  const sent: unknown[][] = []
  const api: Caller = {
    async call(call, input) {
      if (call.name !== 'scormSave') return { ok: true, value: {} }
      // Boundary: the server checks what the call is made with.
      const { body } = input as { body: CourseState & { number: number; ends: boolean; writer: string; opening: string } }
      sent.push([body.number, body.data[0]?.value, body.ends, body.writer, body.opening])
      return { ok: true, value: { applied: true, number: body.number, courseAttempt: {} } }
    },
  }
  const sync = await startTestSync({ api }, createMemoryStore())
  const sentOut = () => vi.waitFor(() => expect(sync.queue.waiting()).toEqual([]), onABusyMachine)
  const save = async (ends: boolean) => {
    const by = { attemptId: 12, number: 100, writer: 'w1', opening: 'paper', about }
    const onError = (error: unknown) => {
      throw error
    }
    const saves = createCourseSaves({ queue: sync.queue, opening: by, onKeeping: () => undefined, onError })
    saves.keep({ read: () => stateAt('page 1'), ends })
    await saves.stored()
    await sentOut()
    sent.length = 0
  }
  await sync.courseOpenings.begun(opening)
  return { sync, sent, save, sentOut }
}

test('what a SCO set as its page went is sent above all that went before of its opening, once', async () => {
  const { sync, sent, save, sentOut } = await arrange()
  await save(false)
  expect(await sync.courseOpenings.all()).toEqual([opening])
  await sync.courseOpenings.collected(opening, { state: stateAt('page 2'), ends: true })
  await sentOut()
  expect(sent).toEqual([[102, 'page 2', true, 'w1', 'paper']])
  expect(await sync.courseOpenings.all()).toEqual([])
  await sync.courseOpenings.collected(opening, { state: stateAt('page 2'), ends: true })
  await sentOut()
  expect(sent).toHaveLength(1)
  sync.stop()
})

test('of a SCO that had ended, or of which nothing is left, nothing is sent', async () => {
  const { sync, sent, save } = await arrange()
  await sync.courseOpenings.collected(opening, undefined)
  expect(await sync.courseOpenings.all()).toEqual([])
  await sync.courseOpenings.begun(opening)
  await save(true)
  await sync.courseOpenings.collected(opening, { state: stateAt('page 9'), ends: true })
  expect([sent, sync.queue.waiting(), await sync.courseOpenings.all()]).toEqual([[], [], []])
  sync.stop()
})
