import { expect, test } from 'vitest'
import { durationsOfPlaywright, durationsOfVitest, secondsOf } from './durations.ts'

test('reads the seconds of each file out of vitest’s report, by its path below the root', () => {
  const report = { testResults: [{ name: '/work/apps/server/src/a.test.ts', startTime: 1_000, endTime: 3_460 }] }
  expect(durationsOfVitest(report, '/work')).toEqual({ 'apps/server/src/a.test.ts': 2.5 })
})

test('adds up the tests of a file in playwright’s report, those of inner groups and of each project too', () => {
  const spec = (...ms: number[]) => ({ file: 'e2e/a.spec.ts', tests: ms.map((duration) => ({ results: [{ duration }] })) })
  const report = { suites: [{ specs: [spec(1_000, 500)], suites: [{ specs: [spec(2_000)] }] }] }
  expect(durationsOfPlaywright(report)).toEqual({ 'e2e/a.spec.ts': 3.5 })
})

test('a file takes as long as was measured, and a new one by the number and kind of its tests', () => {
  const text = "test('one', () => {})\n  test.each([1])('two', () => {})\n"
  expect(secondsOf('e2e/a.spec.ts', { 'e2e/a.spec.ts': 7 }, text)).toBe(7)
  expect(secondsOf('e2e/a.spec.ts', {}, text)).toBe(10)
  expect(secondsOf('apps/server/src/a.test.ts', {}, text)).toBeGreaterThan(secondsOf('packages/exam/src/a.test.ts', {}, text))
})
