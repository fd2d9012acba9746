import type { Api, Failure } from '@sitwell/client/api'
import { expect, test, vi } from 'vitest'
import { createSendings } from './sendings.ts'

const away: Failure = { ok: false, kind: 'unreachable', message: 'no network' }
const tooMany: Failure = { ok: false, kind: 'refused', code: 'TOO_MANY_FILES', status: 409, message: '' }
const read = { ok: true, value: { upload: { state: 'ready', fileSize: 1, received: 1 }, pieceBytes: 10 } } as const

const begun = { ok: true, value: { upload: { state: 'receiving', fileSize: 9, received: 0 }, pieceBytes: 4 } } as const
const received = { ok: true, value: { received: 4 } } as const

const open = (...answers: (Failure | typeof read | typeof begun | typeof received)[]) => {
  const onSent = vi.fn()
  const waiting: (() => void)[] = []
  const call = vi.fn(async () => answers.shift() ?? read)
  const sendings = createSendings({
    api: { call: call as unknown as Api['call'] },
    send: () => () => Promise.reject(new Error('Nothing is sent here.')),
    nowMs: () => 0,
    after: (_delayMs, then) => {
      waiting.push(then)
      return () => {}
    },
    onSent,
  })
  return { sendings, call, onSent, waiting }
}
const file = () => new File(['x'], 'exam.zip', { lastModified: 1 })

test('a file is listed until the server has it, and is sent once however often it is chosen', async () => {
  const { sendings, call, onSent } = open()
  sendings.start('u', file())
  sendings.start('u', file())
  expect(sendings.list()).toMatchObject([{ uploadId: 'u', fileName: 'exam.zip', fileSize: 1, ended: undefined }])
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  expect([call.mock.calls.length, sendings.list()]).toEqual([1, []])
})

test('one that waits for the server says why, and goes on at once when somebody asks', async () => {
  const { sendings, onSent } = open(away)
  sendings.start('u', file())
  await vi.waitFor(() => expect(sendings.list()[0]?.waitsFor).toBe(away))
  sendings.tryAgain('u')
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledOnce())
})

test('one whose connection breaks shows all that has left, however fast it went', async () => {
  const { sendings } = open(begun, received, away)
  sendings.start('u', new File(['123456789'], 'exam.zip'))
  await vi.waitFor(() => expect(sendings.list()[0]?.waitsFor).toBe(away))
  expect(sendings.list()[0]?.sentBytes).toBe(4)
})

test('one that was refused stays listed with the reason, and is begun again when somebody asks', async () => {
  const { sendings, onSent } = open(tooMany)
  sendings.start('u', file())
  await vi.waitFor(() => expect(sendings.list()[0]?.ended).toBe(tooMany))
  sendings.tryAgain('u')
  expect(sendings.list()[0]?.ended).toBeUndefined()
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledOnce())
})

test('one that is given up is gone, and asks nothing more', async () => {
  const { sendings, call, onSent, waiting } = open(away, away)
  sendings.start('u', file())
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  sendings.giveUp('u')
  await vi.waitFor(() => expect(sendings.list()).toEqual([]))
  for (const then of waiting) then()
  expect([call.mock.calls.length, onSent.mock.calls.length]).toEqual([1, 0])
})
