import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPaint, behindPaint } from './after-paint.ts'

let frames: (() => void)[] = []
let ports: (() => void)[] = []
/** Draws a frame, and then answers what was asked for in it. */
const paint = () => {
  for (const frame of frames.splice(0)) frame()
  for (const answer of ports.splice(0)) answer()
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[frames, ports] = [[], []]
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => void frames.push(frame))
  vi.stubGlobal(
    'MessageChannel',
    class {
      port1: { onmessage?: () => void; close(): void } = { close: () => {} }
      port2 = { postMessage: () => void ports.push(() => this.port1.onmessage?.()) }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what comes after the paint waits for the frame that is being made, and for its layout', () => {
  const run = vi.fn()
  afterPaint(run)
  for (const frame of frames.splice(0)) frame()
  expect(run).not.toHaveBeenCalled()
  paint()
  expect(run).toHaveBeenCalledOnce()
})

test('what must be done comes once: behind the paint, or a second later if nothing is painted', () => {
  const [painted, hidden] = [vi.fn(), vi.fn()]
  behindPaint(painted)
  paint()
  vi.advanceTimersByTime(5000)
  expect(painted).toHaveBeenCalledOnce()
  behindPaint(hidden)
  vi.advanceTimersByTime(999)
  expect(hidden).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  paint()
  expect(hidden).toHaveBeenCalledOnce()
})

test('on a page that nobody sees it comes at once, and never after it was called off', () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  const [run, calledOff] = [vi.fn(), vi.fn()]
  behindPaint(run)
  behindPaint(calledOff)()
  vi.advanceTimersByTime(0)
  paint()
  expect(run).toHaveBeenCalledOnce()
  expect(calledOff).not.toHaveBeenCalled()
})
