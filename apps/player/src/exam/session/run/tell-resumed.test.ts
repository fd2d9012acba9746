import { askIntervalMs } from '@sitwell/client/live-intervals'
import type { OutcomeOf } from '@sitwell/client/outcome'
import type { FormRunState } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTellResumed } from './tell-resumed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const unreachable = { ok: false, kind: 'unreachable', message: 'no network' } as const
const refused = (status: number) => ({ ok: false, kind: 'refused', code: 'SERVER_ERROR', status, message: 'no' }) as const
// A reply is passed on as it is.
const heard: OutcomeOf<FormRunState> = { ok: true, value: { number: 4 } as FormRunState }

const arrange = (...outcomes: OutcomeOf<FormRunState>[]) => {
  const reports: { offer: number; requestId?: string | undefined }[] = []
  const agos: (number | undefined)[] = []
  const met: FormRunState[] = []
  let standing: { number: number; leftMs: number } | undefined = { number: 3, leftMs: 60_000 }
  let taken = 0
  let ids = 0
  const resumed = createTellResumed({
    formRunGuid: 'run',
    time: {
      offers: () => ({ standing, taken }),
      takeOffer() {
        taken = standing?.number ?? taken
        standing = undefined
      },
      meet: (state) => void met.push(state),
    },
    async call({ offer, requestId, takenAgo }) {
      agos.push(takenAgo)
      reports.push({ offer, requestId })
      return outcomes.shift() ?? heard
    },
    newId: () => {
      ids += 1
      return `id ${ids}`
    },
    steadyMs: () => Date.now(),
    onError: (error) => {
      throw error
    },
  })
  return { resumed, reports, agos, met, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('a learner who is back after a pause', () => {
  test('is told of to the server, whose answer is taken', async () => {
    const { resumed, reports, met, pass } = arrange()
    resumed.start()
    resumed.resume()
    resumed.resume()
    await pass(10 * askIntervalMs)
    expect(reports).toEqual([{ offer: 3, requestId: 'id 1' }])
    expect(met).toEqual([{ number: 4 }])
  })

  test('says how long ago they went on, where the server could not be told at once', async () => {
    const { resumed, agos, pass } = arrange(unreachable)
    resumed.start()
    resumed.resume()
    await pass(askIntervalMs)
    expect(agos).toEqual([undefined, askIntervalMs / 1000])
  })

  test.each([[unreachable], [refused(503)], [refused(429)]])('is told of again, as one request, after %j', async (outcome) => {
    const { resumed, reports, pass } = arrange(outcome, outcome)
    resumed.start()
    resumed.resume()
    await pass(0)
    expect(reports).toHaveLength(1)
    // The connection is back.
    await resumed.tell()
    await pass(askIntervalMs)
    await pass(10 * askIntervalMs)
    expect(reports).toEqual(Array(3).fill({ offer: 3, requestId: 'id 1' }))
  })

  test('is not told of again where the server said no, or the exam is left', async () => {
    const resumed = arrange(refused(404))
    resumed.resumed.start()
    resumed.resumed.resume()
    await resumed.pass(10 * askIntervalMs)
    expect(resumed.reports).toHaveLength(1)
    const left = arrange(unreachable)
    const stop = left.resumed.start()
    left.resumed.resume()
    await left.pass(0)
    stop()
    await left.pass(10 * askIntervalMs)
    expect(left.reports).toHaveLength(1)
  })

  test('is told of by the next page where the server still waits', async () => {
    const { resumed, reports, pass } = arrange()
    resumed.start()
    resumed.compare({ resumeOffer: { number: 3, seconds: 50 } })
    await pass(0)
    expect(reports).toEqual([])
    resumed.resume()
    await pass(0)
    resumed.compare({ resumeOffer: { number: 5, seconds: 50 } })
    resumed.compare({ resumeOffer: undefined })
    resumed.compare({ resumeOffer: { number: 3, seconds: 50 } })
    await pass(0)
    expect(reports.map(({ offer }) => offer)).toEqual([3, 3])
  })
})
