import { checkPassword, debugReport, errorReport, ping, saveAnswer, saveTime, token } from '@sitwell/contract'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { createRequestLogStore, droppedAhead } from '../../storage/request-log.ts'
import { logRequests } from './log-requests.ts'
import { makeRoomAhead, wantedRoomBytes } from './make-room-ahead.ts'

const arrange = () => {
  const log = createRequestLogStore(createMemoryStore())
  let ids = 0
  const listener = logRequests({
    log,
    userGuid: 'u',
    examGuidOf: () => 'exam',
    nowMs: () => Date.UTC(2026, 10, 21),
    newId: () => `id${++ids}`,
    onError: (error) => {
      throw error
    },
  })
  const post = (path: string, payload: object, answer?: Response) =>
    listener(`https://exams.example/${path}`, { method: 'POST', body: JSON.stringify(payload) }, answer)
  return { log, listener, post }
}

// LOG-324
test('calls are logged with what they sent and got; pings, error logs, bug reports, time saves and passwords are not', async () => {
  const { log, listener, post } = arrange()
  const payload = { formRunGuid: 'run', requestId: 'r1', answerText: 'Blue' }
  const answer = () => new Response('{"saved":true}', { headers: { 'content-type': 'application/json', 'set-cookie': 'x' } })
  for (const { path } of [ping, errorReport, debugReport, saveTime, checkPassword]) post(path, { password: 'x' }, answer())
  listener(`https://exams.example/security/${token.path}`, { method: 'POST', body: 'password=x' }, answer())
  post(saveAnswer.path, payload, undefined)
  await vi.waitFor(async () => expect(await log.list()).toHaveLength(1), onABusyMachine)
  const whole = answer()
  post(saveAnswer.path, payload, whole)
  await vi.waitFor(async () => expect(await log.list()).toHaveLength(2), onABusyMachine)
  expect(await log.list()).toMatchObject([
    { attempt: { status: 0, response: '' }, request: { type: 'POST', payload, userGuid: 'u', examGuid: 'exam' } },
    { attempt: { status: 200, response: '{"saved":true}' }, request: { endpoint: `/${saveAnswer.path}`, referenceCount: 2 } },
  ])
  expect((await log.list())[1]?.attempt.responseHeaders).toEqual({ 'content-type': 'application/json' })
  expect(await whole.json()).toEqual({ saved: true })
})

// LOG-327
test('where room is short ahead of an exam, twenty entries of the log go at a time until there is enough', async () => {
  let usage = 0
  const dropped: number[] = []
  const log = {
    drop: async (count: number) => {
      dropped.push(count)
      usage -= wantedRoomBytes / 3
      return count
    },
  }
  usage = wantedRoomBytes
  await makeRoomAhead(log, async () => ({ quota: wantedRoomBytes + 1, usage }))
  expect(dropped).toEqual([20, 20, 20])
  expect(droppedAhead).toBe(20)
  const empty = { drop: vi.fn(async () => 0) }
  await makeRoomAhead(empty, async () => ({ quota: 1, usage: 1 }))
  expect(empty.drop).toHaveBeenCalledTimes(1)
  await makeRoomAhead(empty, () => undefined)
  expect(empty.drop).toHaveBeenCalledTimes(1)
})
