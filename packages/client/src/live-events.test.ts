import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConnectionListener, Handshake } from './live-connection.ts'
import { createLiveEvents, type LiveKind, type NumberedState } from './live-events.ts'
import { askIntervalMs } from './live-intervals.ts'
import type { OutcomeOf } from './outcome.ts'

interface TramState extends NumberedState {
  readonly stop: string
}

const isTram = (value: unknown): value is TramState => typeof value === 'object' && value !== null && 'stop' in value

describe('live events of a kind that an app made up', () => {
  let answer: OutcomeOf<TramState>
  let hub: ConnectionListener
  let handshake: () => Handshake
  let heard: unknown[]
  const ask = vi.fn()
  const close = vi.fn()
  const reportError = vi.fn()

  const kind: LiveKind<TramState, string> = {
    ask,
    handshakeOf: (line) => ({ line }),
    readState: (value) => (isTram(value) ? value : undefined),
    readEvent: (value) => (isTram(value) ? { number: value.number, news: [value.stop] } : undefined),
  }

  beforeEach(() => {
    vi.useFakeTimers()
    answer = { ok: true, value: { number: 9, stop: 'depot' } }
    heard = []
    for (const mock of [ask, close, reportError]) mock.mockReset()
    ask.mockImplementation(async () => answer)
  })
  afterEach(() => vi.useRealTimers())

  const follow = async (hubUrl: string | undefined = 'http://hub/') => {
    const live = createLiveEvents({
      kind,
      hubUrl,
      tokens: { get: () => ({ access: 'a', refresh: 'r' }) },
      open: async (_url, give, listener) => {
        handshake = give
        hub = listener
        return { retry: vi.fn(), close }
      },
      reportError,
    })
    const stop = live.follow('12', {
      onState: ({ stop }) => void heard.push(`at ${stop}`),
      onSetBack: () => void heard.push('set back'),
      onNews: (stop, number) => void heard.push([stop, number]),
    })
    await vi.advanceTimersByTimeAsync(0)
    return stop
  }

  test('a connection names its subjects in the format of its kind', async () => {
    await follow()
    expect(handshake()).toEqual({ line: '12', token: 'a' })
  })

  test('each event is delivered once, and a missing number makes the page request the state', async () => {
    await follow()
    hub.state({ number: 1, stop: 'mill' })
    hub.event({ number: 2, stop: 'quay' })
    hub.event({ number: 2, stop: 'quay' })
    expect(ask).not.toHaveBeenCalled()
    hub.event({ number: 4, stop: 'park' })
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toEqual(['at mill', ['quay', 2], ['park', 4], 'at depot'])
    expect(ask.mock.calls).toEqual([['12']])
  })

  test('an unreadable event is reported, and the page requests the state instead', async () => {
    await follow()
    hub.event('tram')
    await vi.advanceTimersByTimeAsync(0)
    expect(reportError).toHaveBeenCalledTimes(1)
    expect(heard).toEqual(['at depot'])
  })

  test('a connection that begins with less than was known is a set-back', async () => {
    await follow()
    hub.state({ number: 8, stop: 'quay' })
    hub.down(undefined)
    hub.state({ number: 2, stop: 'mill' })
    expect(heard).toEqual(['at quay', 'set back', 'at mill'])
  })

  test('without a hub the page polls immediately and then regularly, until it stops listening', async () => {
    const live = createLiveEvents({ kind, hubUrl: undefined, tokens: { get: () => undefined }, open: vi.fn(), reportError })
    const stop = live.follow('12', { onState: ({ stop }) => void heard.push(stop), onNews: () => {} })
    await vi.advanceTimersByTimeAsync(2 * askIntervalMs)
    stop()
    await vi.advanceTimersByTimeAsync(2 * askIntervalMs)
    expect(heard).toEqual(['depot', 'depot', 'depot'])
  })
})
