import type { Failure } from '@sitwell/client/api'
import type { ConnectionListener, Handshake } from '@sitwell/client/live-connection'
import { createLiveEvents } from '@sitwell/client/live-events'
import { askIntervalMs } from '@sitwell/client/live-intervals'
import type { FormRunState } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formRunKind } from './form-run-kind.ts'
import { type LiveNews, readDashEvent } from './live-news.ts'

const state = (number: number, more: Partial<FormRunState> = {}): FormRunState => ({
  formRunGuid: 'run',
  number,
  completed: false,
  paused: false,
  extensionStatus: 0,
  extendable: 0,
  isExtendable: true,
  awaitingExtension: false,
  examTime: 600,
  examTimeRemaining: 500,
  elapsedTime: 100,
  sections: [],
  time: '2026-11-21T09:00:00.000Z',
  ...more,
})
const refused = (status: number): Failure => ({ ok: false, kind: 'refused', code: 'NOT_FOUND', status, message: 'no' })

describe('live events', () => {
  let answer: { ok: true; value: FormRunState } | Failure
  let token: string
  let hub: ConnectionListener
  let handshake: () => Handshake
  let reported: unknown[]
  let news: (FormRunState | LiveNews | 'set back')[]
  const call = vi.fn()
  const retry = vi.fn()
  const close = vi.fn()

  beforeEach(() => {
    vi.useFakeTimers()
    answer = { ok: true, value: state(5) }
    token = 'first'
    reported = []
    news = []
    for (const mock of [call, retry, close]) mock.mockReset()
    call.mockImplementation(async () => answer)
  })
  afterEach(() => vi.useRealTimers())

  const follow = (hubUrl: string | null = 'http://hub/', open = true) =>
    createLiveEvents({
      hubUrl: hubUrl ?? undefined,
      kind: formRunKind({ call }),
      tokens: { get: () => ({ access: token, refresh: 'r' }) },
      open: async (_url, give, listener) => {
        if (!open) throw new Error('no code')
        handshake = give
        hub = listener
        return { retry, close }
      },
      reportError: (error) => void reported.push(error),
    }).follow('run', {
      onState: (one) => void news.push(one),
      onSetBack: () => void news.push('set back'),
      onNews: (one) => void news.push(one),
    })
  const settled = () => vi.advanceTimersByTimeAsync(0)

  // API-319
  test('begin with how the exam stands, and tell each event once', async () => {
    follow()
    await settled()
    expect(handshake()).toEqual({ token: 'first', formRunGuid: 'run' })
    hub.state(state(3))
    for (const event of [
      { number: 3, paused: true },
      { number: 4, paused: true },
      { number: 4, paused: true },
    ])
      hub.event(event)
    hub.event({ number: 5, extendable: 300 })
    hub.event({ number: 6, extendable: 0 })
    hub.event({ number: 7, paused: false, resumeWithin: 0 })
    hub.event({ number: 8, addedTime: 60 })
    hub.event({ number: 9, paused: false, resumeWithin: 90 })
    hub.event({ number: 10, completed: true, completedBecause: 'server' })
    hub.event({ number: 11, completed: false })
    hub.event({ number: 12, awaitingExtension: true })
    hub.event({ number: 13, awaitingExtension: false })
    hub.event({ number: 14, extendable: 20, resumeWithin: 120 })
    hub.event({ number: 15, extendable: 0, resumeWithin: 120 })
    expect(news).toEqual([
      state(3),
      { kind: 'paused' },
      { kind: 'extended', byMs: 300_000 },
      { kind: 'declined' },
      { kind: 'resumed' },
      { kind: 'time-added', byMs: 60_000, isByStaff: true },
      { kind: 'resume-offered', offer: { number: 9, leftMs: 90_000 } },
      { kind: 'completed', because: 'server' },
      { kind: 'reopened' },
      { kind: 'extension-requested' },
      { kind: 'extension-withdrawn' },
      { kind: 'extended', byMs: 20_000, offer: { number: 14, leftMs: 120_000, extension: 20 } },
      { kind: 'declined' },
    ])
    await vi.advanceTimersByTimeAsync(10 * askIntervalMs)
    expect(call).not.toHaveBeenCalled()
  })

  // EXT-310 NET-120
  test('after a number that never came the server is asked how the exam stands, and again where it was being asked already', async () => {
    follow()
    await settled()
    hub.state(state(3))
    answer = { ok: true, value: state(7, { examTime: 660 }) }
    hub.event({ number: 5, paused: true })
    hub.event({ number: 7, paused: false })
    await settled()
    expect(call).toHaveBeenCalledTimes(2)
    expect(news).toEqual([state(3), { kind: 'paused' }, { kind: 'resumed' }, ...Array(2).fill(state(7, { examTime: 660 }))])
    hub.event({ number: 8, paused: true })
    await settled()
    expect(call).toHaveBeenCalledTimes(2)
  })

  test('without a number, from a hub that counts nothing, are all told', async () => {
    follow()
    await settled()
    hub.event({ extendable: 60 })
    hub.event({ extendable: 60 })
    expect(news).toHaveLength(2)
  })

  test('while the connection is away the server is asked, and after its return no more', async () => {
    follow()
    await settled()
    hub.state(state(3))
    hub.down(undefined)
    await vi.advanceTimersByTimeAsync(askIntervalMs)
    expect(news).toEqual([state(3), state(5)])
    hub.state(state(5))
    await vi.advanceTimersByTimeAsync(10 * askIntervalMs)
    expect(call).toHaveBeenCalledTimes(1)
  })

  test('an answer that is older than the last event is not told', async () => {
    follow()
    await settled()
    hub.event({ number: 9, paused: true })
    hub.state(state(8))
    expect(news).toEqual([{ kind: 'paused' }])
  })

  test('a new connection that begins with less than was known tells of a set-back, and goes on from there', async () => {
    follow()
    await settled()
    hub.state(state(9))
    // Told on its way into the room, behind an event.
    hub.state(state(8))
    expect(news).toEqual([state(9)])
    hub.down(undefined)
    hub.state(state(7, { completed: true }))
    hub.event({ number: 8, paused: true })
    expect(news).toEqual([state(9), 'set back', state(7, { completed: true }), { kind: 'paused' }])
  })

  test('a token that has run out is refreshed, and the hub tried again with the new one', async () => {
    follow()
    await settled()
    handshake()
    call.mockImplementationOnce(async () => {
      token = 'second'
      return answer
    })
    hub.down('NO_AUTHORISATION')
    await settled()
    expect(retry).toHaveBeenCalledTimes(1)
    expect(handshake().token).toBe('second')
    // Refused again with a token that the server itself takes: not at once, or the two would go on for ever.
    hub.down('NO_AUTHORISATION')
    await settled()
    expect(retry).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(askIntervalMs)
    expect(retry).toHaveBeenCalledTimes(2)
  })

  test('a server that knows no such form run is not asked for ever, one that can’t be reached is', async () => {
    follow()
    await settled()
    answer = { ok: false, kind: 'unreachable', message: 'no network' }
    hub.down(undefined)
    await vi.advanceTimersByTimeAsync(3 * askIntervalMs)
    expect(call).toHaveBeenCalledTimes(3)
    answer = refused(404)
    await vi.advanceTimersByTimeAsync(5 * askIntervalMs)
    expect(call).toHaveBeenCalledTimes(4)
    expect(close).toHaveBeenCalled()
  })

  test('that can’t be read end nobody’s exam: they are reported, and the server is asked', async () => {
    follow()
    await settled()
    const odd = [{ number: 6, extendable: 'abc' }, { number: 6, extendable: null }, { paused: 'yes' }, 'nonsense', undefined]
    for (const event of odd) {
      hub.event(event)
      await settled()
    }
    expect(news).toEqual(odd.map(() => state(5)))
    expect(reported).toHaveLength(odd.length)
    hub.state({ number: 'x' })
    await settled()
    expect(reported).toHaveLength(odd.length + 1)
  })

  test('without a hub, or without the code for it, the server is asked at once and from time to time', async () => {
    follow(null)
    follow('http://hub/', false)
    await settled()
    expect(call).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(askIntervalMs)
    expect(call).toHaveBeenCalledTimes(4)
    expect(reported).toHaveLength(1)
  })

  test('are over when nobody follows any more', async () => {
    const stop = follow()
    await settled()
    stop()
    hub.event({ number: 6, paused: true })
    hub.state(state(9))
    hub.down(undefined)
    await vi.advanceTimersByTimeAsync(3 * askIntervalMs)
    expect([news, call.mock.calls, close.mock.calls.length]).toEqual([[], [], 1])
  })
})

// ENT-319 EXT-305
test('an event says extended above 0 seconds and declined at 0', () => {
  expect(readDashEvent({ extendable: 1 })).toEqual({ number: undefined, news: [{ kind: 'extended', byMs: 1000 }] })
  expect(readDashEvent({ extendable: 0 })?.news).toEqual([{ kind: 'declined' }])
  expect(readDashEvent({ number: 3 })).toEqual({ number: 3, news: [] })
})
