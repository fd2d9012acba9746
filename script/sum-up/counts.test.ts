import { expect, test } from 'vitest'
import { countPlaywright, countVitest, sum } from './counts.ts'

const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1, testResults: [] }

test('a test file that could not be loaded counts as a failure', () => {
  const broken = { status: 'failed', assertionResults: [] }
  const withFailures = { status: 'failed', assertionResults: [{}] }
  expect(countVitest({ ...vitest, testResults: [broken, withFailures] })).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

test('a test in a browser that passed only when tried again has failed, and so has a spec that threw outside its tests', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats, errors: [{ message: 'no' }] })).toEqual({ passed: 4, failed: 3, skipped: 2 })
})

test('a report of another form is refused, not counted as nothing', () => {
  expect(() => countVitest({ passed: 3 })).toThrow()
})

test('counts add up part by part', () => {
  expect(sum([countVitest(vitest), { passed: 1, failed: 1, skipped: 1 }])).toEqual({ passed: 4, failed: 2, skipped: 3 })
})
