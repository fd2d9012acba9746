import { expect, test } from 'vitest'
import { withExtraTime } from './extra-time.ts'

test('extra time lengthens the exam, and its timed parts as they are long', () => {
  const part = (id: string, timeMs: number) => ({ id, timeMs, readingMs: 0, warningMs: 0, oneWay: false })
  const plan = { timeMs: 90_000, warningMs: 0, parts: [part('a', 20_000), part('b', 40_000), part('c', 0)] }
  const more = withExtraTime(plan, 30_000)
  expect(more.timeMs).toBe(120_000)
  expect(more.parts.map(({ timeMs }) => timeMs)).toEqual([30_000, 60_000, 0])
  expect(withExtraTime({ ...plan, timeMs: 0 }, 30_000).timeMs).toBe(0)
  for (const none of [0, -5, Number.NaN]) expect(withExtraTime(plan, none)).toBe(plan)
})
