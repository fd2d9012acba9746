import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { expect, test, vi } from 'vitest'
import { requestTypes } from '../../storage/records.ts'
import { formRunRecord } from '../../support/testing/form-run-record.ts'
import type { Caller } from '../queue/delivery.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import { storedAtOpening } from './take-back.ts'

const stored = (userGuid: string) =>
  formRunRecord('run', {
    ...{ userGuid, examGuid: 'exam', scheduleGuid: 'schedule', lastSequence: 3 },
    ...{ timeLeftMs: { exam: 0 }, givenMs: { exam: 600_000 }, elapsedMs: 600_000, currentQuestionId: 'q2' },
    ...{ finished: true, finishing: true, savedAt: '2026-11-21T09:00:00.000Z' },
  })

const refusing = (code: 'TIME_LEFT' | 'NOT_ALLOWED'): Caller => ({
  call: async (call) => (call.name === 'complete' ? { ok: false, kind: 'refused', code } : { ok: true, value: {} }),
})

const finishOf = async (code: 'TIME_LEFT' | 'NOT_ALLOWED') => {
  const sync = await startTestSync({ api: refusing(code) })
  await sync.store.save([{ formRun: stored('u') }])
  await sync.queue.enqueue({
    type: requestTypes.finishExam,
    callbackId: 'finish',
    formRunGuid: 'run',
    payload: { formRunGuid: 'run' },
  })
  await vi.waitFor(() => expect(sync.queue.waiting()).toEqual([]), onABusyMachine)
  const run = await sync.store.formRun('u', 'run')
  sync.stop()
  return run
}

test('a completion that came before the end opens the form run again where it was, also while no page has it open', async () => {
  expect(await finishOf('TIME_LEFT')).toMatchObject({
    ...{ finished: false, finishing: false, currentQuestionId: 'q2', lastSequence: 3 },
    // What this browser had counted down bounds nothing any more.
    ...{ timeLeftMs: {}, givenMs: {}, elapsedMs: 0 },
  })
})

test('one that is refused for another reason leaves it finished', async () => {
  expect(await finishOf('NOT_ALLOWED')).toMatchObject({ finished: true })
})

test('an exam that the server gives out again goes on where this browser had finished it, once its completion has arrived', () => {
  const finished = stored('u')
  const at = (isFromServer: boolean, isWaiting: boolean) =>
    storedAtOpening(finished, { isSetBack: false, isFromServer, isWaiting })
  expect(at(true, false)).toMatchObject({ finished: false, finishing: false, currentQuestionId: 'q2' })
  // The server has forgotten the completion: it is completed again.
  expect(storedAtOpening(finished, { isSetBack: true, isFromServer: true, isWaiting: false })).toMatchObject({
    finishing: true,
  })
  // The completion goes first, and a page without the server doesn't know of a reopening.
  expect([at(true, true), at(false, false)]).toEqual([finished, finished])
  // Confirmed, and the page closed before it was queued: it is still to be completed.
  const confirmed = { ...finished, finished: false }
  expect(storedAtOpening(confirmed, { isSetBack: false, isFromServer: true, isWaiting: false })).toEqual(confirmed)
  expect(storedAtOpening(undefined, { isSetBack: false, isFromServer: true, isWaiting: false })).toBeUndefined()
})
