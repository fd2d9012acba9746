import { expect, test } from 'vitest'
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest, sum } from './reports.ts'

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

test('the end of a run names each test that failed, with what it said and where', () => {
  const failed = { fullName: 'answers are kept', status: 'failed', failureMessages: ['expected 1 to be 2\nat keep.test.ts:3'] }
  const passed = { fullName: 'nothing is lost', status: 'passed', failureMessages: [] }
  const testResults = [
    { name: 'keep.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
    { name: 'gone.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]
  expect(failuresOfVitest({ ...vitest, testResults })).toEqual([
    { title: 'keep.test.ts: answers are kept', message: 'expected 1 to be 2\nat keep.test.ts:3' },
    { title: 'gone.test.ts', message: 'Cannot find module' },
  ])

  const errors = [{ message: 'Timed out', location: { file: 'sit.spec.ts', line: 12, column: 3 } }]
  const spec = (title: string, status: string) => ({
    file: 'sit.spec.ts',
    title,
    tests: [{ projectName: 'sqlite', status, results: [{ errors: status === 'unexpected' ? errors : [] }] }],
  })
  const suites = [{ specs: [spec('opens', 'expected')], suites: [{ specs: [spec('is sat', 'unexpected')] }] }]
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 }
  expect(failuresOfPlaywright({ stats, errors: [{ message: 'no server' }], suites })).toEqual([
    { title: 'outside of a test', message: 'no server' },
    { title: 'sit.spec.ts (sqlite): is sat', message: 'at sit.spec.ts:12\nTimed out' },
  ])
})
