import { expect, test } from 'vitest'
import { durationsOf, secondsOf } from './durations.ts'

test('a file of vitest takes as long as its tests and hooks, a spec as long as its tests in all projects', () => {
  const ref = (id: string, file: string) => ({ id, file, project: 'p', title: id })
  const ended = (id: string, durationMs: number) => ({
    event: 'ended' as const,
    id,
    outcome: 'passed' as const,
    messages: [],
    durationMs,
  })
  const events = [
    { event: 'loaded' as const, tests: [ref('1', 'a.test.ts'), ref('2', 'e2e/a.spec.ts'), ref('3', 'e2e/a.spec.ts')] },
    ended('1', 400),
    { event: 'file' as const, file: 'a.test.ts', durationMs: 2_460 },
    ended('2', 1_500),
    ended('3', 2_000),
    ended('of a file that was not loaded', 9_000),
  ]
  expect(durationsOf(events)).toEqual({ 'a.test.ts': 2.5, 'e2e/a.spec.ts': 3.5 })
})

test('a file takes as long as was measured, and a new one by the number and kind of its tests', () => {
  const text = "test('one', () => {})\n  test.each([1])('two', () => {})\n"
  expect(secondsOf('e2e/a.spec.ts', { 'e2e/a.spec.ts': 7 }, text)).toBe(7)
  expect(secondsOf('e2e/a.spec.ts', {}, text)).toBe(10)
  expect(secondsOf('apps/server/src/a.test.ts', {}, text)).toBeGreaterThan(secondsOf('packages/exam/src/a.test.ts', {}, text))
})
