import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { afterEach, expect, test, vi } from 'vitest'
import { requestTypes } from '../../storage/records.ts'
import type { Caller } from '../queue/delivery.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import { mostBreaks } from './upload-lane.ts'

afterEach(() => void vi.useRealTimers())

type Outcome = Awaited<ReturnType<Caller['call']>>

const arrange = async () => {
  const made: string[] = []
  let answer: (outcome: Outcome) => void = () => {}
  const api: Caller = {
    async call(call, input) {
      if (call.name === 'compareAnswers') return { ok: true, value: { lackingFiles: [] } }
      if (call.name === 'ping' || call.name === 'announceFile') return { ok: true, value: {} }
      const { body } = input as { body: { formRunGuid?: string; requestId: string } }
      made.push(call.name === 'complete' ? `complete ${body.formRunGuid}` : call.name)
      if (call.name !== 'uploadFile') return { ok: true, value: {} }
      const outcome = await new Promise<Outcome>((resolve) => {
        answer = resolve
      })
      return outcome.ok ? { ok: true, value: { guid: body.requestId } } : outcome
    },
  }
  const sync = await startTestSync({ api })
  const choose = (held: boolean) =>
    sync.uploads.add({ formRunGuid: 'run', bytes: new Blob(['x']), fileName: 'a.txt', mimeType: '', held })
  const finish = (formRunGuid: string) =>
    sync.queue.enqueue({ type: requestTypes.finishExam, callbackId: 'finish', formRunGuid, payload: { formRunGuid } })
  const madeAre = (...names: string[]) => vi.waitFor(() => expect(made).toEqual(names), onABusyMachine)
  return { sync, made, choose, finish, madeAre, answer: (outcome: Outcome) => answer(outcome) }
}

test.each([
  ['has it', { ok: true, value: {} }],
  ['has refused it for good', { ok: false, kind: 'refused', code: 'INVALID_FILE' }],
] as const)(
  'a completion waits for a file of its form run until the server %s, and no other request does',
  async (_, outcome) => {
    const { sync, choose, finish, madeAre, answer } = await arrange()
    await choose(false)
    await madeAre('uploadFile')
    await finish('run')
    await finish('another')
    await madeAre('uploadFile', 'complete another')
    const waiting = () => sync.queue.waiting().map(({ formRunGuid, failed }) => [formRunGuid, failed])
    await vi.waitFor(() => expect(waiting()).toEqual([['run', false]]), onABusyMachine)
    answer(outcome)
    await madeAre('uploadFile', 'complete another', 'complete run')
    sync.stop()
  },
)

test('a completion does not wait for good for a file that never gets through, though all else does', async () => {
  vi.useFakeTimers()
  const { sync, made, choose, finish, answer } = await arrange()
  await choose(false)
  const failNext = async () => {
    await vi.advanceTimersByTimeAsync(30_000)
    answer({ ok: false, kind: 'unreachable' })
    await vi.advanceTimersByTimeAsync(0)
  }
  for (let tries = 0; tries < 10; tries += 1) await failNext()
  expect(made.filter((name) => name === 'uploadFile')).toHaveLength(10)
  await finish('run')
  for (let tries = 0; tries < mostBreaks; tries += 1) {
    expect(made).not.toContain('complete run')
    await failNext()
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toContain('complete run')
  sync.stop()
})

test('a file that its learner has chosen and not sent goes with the finish of the exam', async () => {
  const { sync, made, choose, finish, madeAre, answer } = await arrange()
  await choose(true)
  expect(made).toEqual([])
  await finish('run')
  await madeAre('uploadFile')
  answer({ ok: true, value: {} })
  await madeAre('uploadFile', 'complete run')
  sync.stop()
})
