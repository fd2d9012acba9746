import { inBase64 } from '@sitwell/client/in-base64'
import { expect, test } from 'vitest'
import type { RequestRecord } from '../../storage/records.ts'
import { type Caller, deliverBy } from './delivery.ts'

const request = (type: RequestRecord['type'], payload: RequestRecord['payload'] = {}): RequestRecord => ({
  format: 1,
  id: 'r1',
  order: 1,
  type,
  payload: { about: 'it', ...payload },
  callbackId: 'q1',
  userGuid: 'u',
  formRunGuid: 'run',
  failed: false,
})
const answering = (outcome: Awaited<ReturnType<Caller['call']>>) => {
  const sent: unknown[] = []
  const deliver = deliverBy({
    call: async (call, input) => {
      sent.push([call.name, input])
      return outcome
    },
  })
  return { sent, deliver }
}

// ENT-327
test.each([
  [1, 'saveAnswer', { body: { about: 'it', requestId: 'r1', IsFromLocalStorage: true } }],
  [2, 'saveTime', { body: { about: 'it', requestId: 'r1', IsFromLocalStorage: true } }],
  [3, 'complete', { body: { about: 'it', requestId: 'r1', IsFromLocalStorage: true } }],
  [4, 'activityLog', { params: { formRunGuid: 'run' }, body: { about: 'it', requestId: 'r1' } }],
] as const)(
  'a request of type %i is delivered by %s, with its own id and whether it was kept here',
  async (type, name, input) => {
    const { sent, deliver } = answering({ ok: true, value: {} })
    expect(await deliver(request(type), true)).toEqual({ kind: 'acknowledged', reply: {} })
    expect(sent).toEqual([[name, input]])
  },
)

test('a save is acknowledged by the reply to itself alone', async () => {
  const { deliver } = answering({ ok: true, value: { saved: true, sequence: 4 } })
  expect(await deliver(request(1, { sequence: 4 }), false)).toMatchObject({ kind: 'acknowledged' })
  expect(await deliver(request(1, { sequence: 5 }), false)).toMatchObject({ kind: 'unreachable', isAnswered: true })
})

test('what something on the way refuses goes once more in another form; what the server refuses doesn’t', async () => {
  const sends: boolean[] = []
  const deliverOver = (first: Awaited<ReturnType<Caller['call']>>) =>
    deliverBy({
      call: async (_call, _input, options) => {
        sends.push(options?.rewrite === inBase64)
        return options?.rewrite ? { ok: true, value: { saved: true, sequence: 4 } } : first
      },
    })(request(1, { sequence: 4 }), false)
  const between = [
    { ok: false, kind: 'unreachable', message: 'HTTP 403', status: 403 },
    { ok: false, kind: 'refused', code: 'BODY_TOO_LARGE' },
  ] as const
  for (const first of between) expect(await deliverOver(first)).toMatchObject({ kind: 'acknowledged' })
  expect(sends.splice(0)).toEqual([false, true, false, true])
  const others = [
    { ok: false, kind: 'unreachable', message: 'Failed to fetch' },
    { ok: false, kind: 'unreachable', message: 'HTTP 502', status: 502 },
    { ok: false, kind: 'refused', code: 'INVALID_ANSWER' },
  ] as const
  for (const first of others) expect((await deliverOver(first)).kind).not.toBe('acknowledged')
  expect(sends).toEqual([false, false, false])
})

test('what something on the way refuses in both forms is told from what the server refuses', async () => {
  const page = { ok: false, kind: 'unreachable', message: 'HTTP 403', status: 403 } as const
  const large = { ok: false, kind: 'refused', code: 'BODY_TOO_LARGE' } as const
  expect(await answering(page).deliver(request(1), false)).toMatchObject({ kind: 'unreachable', isBlocked: true })
  expect(await answering(large).deliver(request(1), false)).toMatchObject({ kind: 'refused', isBlocked: true })
  const refused = { ok: false, kind: 'refused', code: 'INVALID_ANSWER' } as const
  for (const other of [refused, { ok: false, kind: 'unreachable', message: 'HTTP 502', status: 502 } as const])
    expect(await answering(other).deliver(request(1), false)).not.toHaveProperty('isBlocked')
})

test('no answer is told from one that could not be read', async () => {
  const silent = answering({ ok: false, kind: 'unreachable', message: 'Failed to fetch' })
  expect(await silent.deliver(request(1), false)).toMatchObject({ kind: 'unreachable', isAnswered: false })
  const page = answering({ ok: false, kind: 'unreachable', message: 'HTTP 403', status: 403 })
  expect(await page.deliver(request(1), false)).toMatchObject({ kind: 'unreachable', isAnswered: true })
})
