import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenResults, ResultsListener, ResultsTransport } from './results-connection.ts'
import { downloadResults, resultsFileName } from './results-download.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = ['run', 'Birds_2026-11-21.pdf', 1] as const

/** A hub whose connections do what is said of each, in order; the last one's do is done by all after it. */
const hub = (...does: ((listener: ResultsListener) => void)[]) => {
  const opened: { transport: ResultsTransport; request: unknown; at: number }[] = []
  const closed = vi.fn()
  const open: OpenResults = async (transport, asked, listener) => {
    const act = does[opened.length] ?? does.at(-1)
    opened.push({ transport, request: asked, at: Date.now() })
    queueMicrotask(() => act?.(listener))
    return closed
  }
  const progress: number[] = []
  const download = downloadResults(open, request, (percent) => progress.push(percent))
  return { opened, closed, progress, download }
}

// RES-321 RES-322 RES-323
test('results are asked for by form run, file name and organisation; the hub tells how far it is, then where they are', async () => {
  const { opened, closed, progress, download } = hub((listener) => {
    for (const message of [10, 'much', 101, 60]) listener.progress(message)
    listener.link('formrun/results')
    listener.reply({})
  })
  expect(await download).toEqual({ link: 'formrun/results' })
  expect(progress).toEqual([10, 60])
  expect(opened).toMatchObject([{ request: ['run', 'Birds_2026-11-21.pdf', 1] }])
  expect(closed).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

// RES-317 RES-318 RES-319 RES-327 ERR-322
test('a hub that is not reached is tried three times, 15 seconds apart, from the second on by long polling', async () => {
  const { opened, closed, download } = hub((listener) => listener.down())
  const began = Date.now()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await download).toEqual({ error: '' })
  expect(opened.map(({ transport, at }) => [transport, at - began])).toEqual([
    ['any', 0],
    ['long-polling', 15_000],
    ['long-polling', 30_000],
  ])
  expect(closed).toHaveBeenCalledTimes(3)
})

// RES-320 RES-327
test('a connection has 60 seconds, and the next may do better', async () => {
  const { opened, download } = hub(
    () => {},
    (listener) => listener.link('late'),
  )
  await vi.advanceTimersByTimeAsync(59_999)
  expect(opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(15_001)
  expect(await download).toEqual({ link: 'late' })
  expect(opened).toHaveLength(2)
})

// ERR-322
test('what the hub refuses it is not asked for again; the learner is told what it says', async () => {
  const { opened, download } = hub((listener) => listener.reply({ error: { code: 'BUSY', message: 'Too many at once' } }))
  expect(await download).toEqual({ error: 'Too many at once' })
  expect(opened).toHaveLength(1)
})

test('an answer that makes no sense is none', async () => {
  const { opened, download } = hub(
    (listener) => listener.reply({ ok: true }),
    (listener) => listener.link(7),
    (listener) => listener.reply('nothing'),
  )
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await download).toEqual({ error: '' })
  expect(opened).toHaveLength(3)
})

// RES-324
test('the file is called after the exam and the day', () => {
  const at = Date.UTC(2026, 10, 21, 18, 30)
  expect(resultsFileName('Find your  way', at)).toBe('Find_your_way_2026-11-21.pdf')
  expect(resultsFileName(' A/B: "why?" ', at)).toBe('AB_why_2026-11-21.pdf')
  expect(resultsFileName('الطيور ٢', at)).toBe('الطيور_٢_2026-11-21.pdf')
})
