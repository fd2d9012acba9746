import type { FormRunState } from '@sitwell/contract'
import { createListeners } from '@sitwell/request-queue/listeners'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FormRunListener } from '../../live/form-run-events.ts'
import { type FormRunRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import type { QueueEvent } from '../../sync/queue/exam-queue.ts'
import { followOpenAgain, type OpenAgain } from './follow-open-again.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 22, 12)
const run = (formRunGuid: string, hoursAgo: number, finished = true) =>
  ({ formRunGuid, finished, savedAt: new Date(nowMs - hoursAgo * hourMs).toISOString() }) as FormRunRecord
const completion = { type: requestTypes.finishExam, formRunGuid: 'late' } as RequestRecord
const state = (completed: boolean) => ({ completed }) as FormRunState

let runs: FormRunRecord[]
let waiting: RequestRecord[]
let isCompleted: boolean
let takenBack: string | undefined
let found: OpenAgain[]
let followed: string[]
let doubted: string[]
let listener: FormRunListener
const stopped = vi.fn()
const queued = createListeners<QueueEvent>()
const taken = createListeners<void>()

beforeEach(() => {
  runs = [run('early', 3), run('late', 1), run('old', 30), run('running', 0, false)]
  waiting = []
  isCompleted = false
  takenBack = undefined
  found = []
  followed = []
  doubted = []
  stopped.mockReset()
})

const follow = (inExam?: string) =>
  followOpenAgain(
    {
      sync: {
        takenBack: {
          examGuid: () => takenBack,
          subscribe: (notify) => taken.add(notify),
          heard: () => {
            takenBack = undefined
          },
        },
        doubt: (guid) => void doubted.push(guid),
        examGuidOf: (guid) => `exam of ${guid}`,
        store: { formRunsOf: async () => runs },
        queue: { waiting: () => waiting, subscribe: queued.add },
      },
      live: {
        follow: (guid, notify) => {
          followed.push(guid)
          listener = notify
          return stopped
        },
      },
      api: { call: (async () => ({ ok: true, value: state(isCompleted) })) as never },
      userGuid: 'mina',
      nowMs: () => nowMs,
      inExam,
      onError: (error) => {
        throw error
      },
    },
    (one) => void found.push(one),
  )
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('the exam that was finished last is followed, and told of once staff have opened it again', async () => {
  const stop = follow()
  await settled()
  expect(followed).toEqual(['late'])
  listener.onState(state(true))
  await settled()
  expect(found).toEqual([])
  listener.onNews({ kind: 'reopened' })
  await settled()
  expect(found).toMatchObject([{ examGuid: 'exam of late', why: 'reopened' }])
  stop()
  expect(stopped).toHaveBeenCalledOnce()
})

test('what was told before the completion arrived is asked again, and not believed', async () => {
  follow()
  await settled()
  isCompleted = true
  listener.onState(state(false))
  await settled()
  expect(found).toEqual([])
})

test('a database that has forgotten the completion has opened nothing again: what is here is compared with it', async () => {
  follow()
  await settled()
  listener.onSetBack?.()
  listener.onState(state(false))
  await settled()
  expect([found, doubted]).toEqual([[], ['late']])
  // Sent again, and then opened again by staff.
  listener.onState(state(true))
  listener.onState(state(false))
  await settled()
  expect(found).toMatchObject([{ why: 'reopened' }])
})

test('nothing is followed that was finished long ago, or whose completion has yet to be sent, until it is there', async () => {
  waiting = [completion]
  runs = [run('late', 1), run('old', 30)]
  follow()
  await settled()
  expect(followed).toEqual([])
  waiting = []
  queued.tell({ kind: 'acknowledged', request: completion })
  await settled()
  expect(followed).toEqual(['late'])
})

test('a completion that was taken back is told outside of its exam, until the learner has heard of it', async () => {
  takenBack = 'fish'
  // In another exam it waits; in its own the pages of the exam tell of it.
  follow('birds')()
  expect(found).toEqual([])
  follow()
  expect(found).toMatchObject([{ examGuid: 'fish', why: 'timeLeft' }])
  expect(takenBack).toBe('fish')
  found[0]?.heard()
  expect(takenBack).toBeUndefined()
  follow('fish')
  takenBack = 'fish'
  taken.tell()
  expect(takenBack).toBeUndefined()
})

test('on the pages of an exam nothing else is followed', async () => {
  follow('fish')
  await settled()
  expect(followed).toEqual([])
})
