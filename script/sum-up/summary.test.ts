import { expect, test } from 'vitest'
import { closingLines } from './closing-lines.ts'
import { mostReruns, rerunPlanOf } from './reruns.ts'
import type { Failure, StageResult } from './stage-result.ts'
import { exitCodeOf, mostFlaky, summaryOf } from './summary.ts'

const failure = (id: string, more: Partial<Failure> = {}): Failure => ({
  ...{ stage: 'vitest', project: 'rules', file: 'a.test.ts', title: `title of ${id}`, ids: [id], messages: [`first of ${id}`] },
  ...more,
})
const result = (more: Partial<StageResult> = {}): StageResult => ({
  ...{ stage: 'vitest', passed: ['fine'], skipped: [], failures: [], leftOut: [] },
  ...more,
})
const passing = ({ ids, stage }: Failure) => result({ stage, passed: ids })
const failing = (of: Failure) => result({ passed: [], failures: [{ ...of, messages: [`second of ${of.ids}`] }] })

/** A run whose reruns come out as `rerun` has it. */
const runOf = (results: readonly StageResult[], rerun: (unit: Failure) => StageResult) => {
  const plan = rerunPlanOf(results)
  return summaryOf(results, plan, new Map([...plan.again, ...plan.late].map((unit) => [unit, rerun(unit)])))
}
const lastLines = (summary: ReturnType<typeof runOf>) => closingLines(summary).slice(-2)

test('a test that fails and then passes alone is flaky, counts as passed, and is listed with its first message and trace', () => {
  const summary = runOf([result({ failures: [failure('1', { trace: 'traces/1.zip' })] })], passing)
  expect(exitCodeOf(summary)).toBe(0)
  expect(lastLines(summary)).toEqual(['flaky: 1', '2 passed, 0 failed'])
  const lines = closingLines(summary).join('\n')
  expect(lines).toContain('flaky: [vitest rules] a.test.ts title of 1')
  expect(lines).toContain('first of 1')
  expect(lines).toContain('traces/1.zip')
})

test('a test that fails twice has failed, with both messages', () => {
  const summary = runOf([result({ failures: [failure('1')] })], failing)
  expect(exitCodeOf(summary)).toBe(1)
  expect(lastLines(summary)).toEqual(['flaky: 0', '1 passed, 1 failed'])
  expect(closingLines(summary).join('\n')).toMatch(/failed: .*title of 1\n {4}first of 1\n.*ran again.*\n {4}second of 1/)
})

test('as many flaky tests as there may be leave a run green; with one more, each of them counts as failed', () => {
  const flaky = (count: number) => Array.from({ length: count }, (_, index) => failure(`${index}`))
  const most = runOf([result({ failures: flaky(mostFlaky) })], passing)
  expect([exitCodeOf(most), ...lastLines(most)]).toEqual([0, 'flaky: 3', '4 passed, 0 failed'])
  const more = runOf([result({ failures: flaky(mostFlaky + 1) })], passing)
  expect([exitCodeOf(more), ...lastLines(more)]).toEqual([
    1,
    'flaky: 4 (more than 3, so each counts as failed)',
    '1 passed, 4 failed',
  ])
})

test('a failure without tests of its own never runs again', () => {
  const check = result({ stage: 'check', failures: [failure('types', { stage: 'check', ids: [] })] })
  expect(rerunPlanOf([check]).again).toEqual([])
  expect(lastLines(runOf([check], passing))).toEqual(['flaky: 0', '1 passed, 1 failed'])
})

test('if very many fail, none runs again, nor does what they left out', () => {
  const failures = Array.from({ length: mostReruns + 1 }, (_, index) => failure(`${index}`))
  const leftOut = [{ id: 'late', project: 'rules', file: 'a.test.ts', title: 'late' }]
  const summary = runOf([result({ failures, leftOut })], passing)
  expect(summary.isBroken).toBe(true)
  expect(lastLines(summary)).toEqual(['flaky: 0', '1 passed, 21 failed, 1 skipped'])
})

test('tests that were left out run late, file by file, and count by what comes of it', () => {
  const leftOut = ['x', 'y', 'z'].map((id) => ({
    id,
    project: 'rules',
    file: id === 'z' ? 'b.test.ts' : 'a.test.ts',
    title: id,
  }))
  const run = result({ failures: [failure('hung')], leftOut })
  expect(rerunPlanOf([run]).late.map(({ ids }) => ids)).toEqual([['x', 'y'], ['z']])
  expect(lastLines(runOf([run], passing))).toEqual(['flaky: 1', '5 passed, 0 failed'])
  const oneFails = (unit: Failure) =>
    unit.ids.includes('x') ? result({ passed: ['y'], failures: [failure('x')] }) : passing(unit)
  expect(lastLines(runOf([run], oneFails))).toEqual(['flaky: 1', '4 passed, 1 failed'])
  const notFound = (unit: Failure) => (unit.ids.includes('z') ? result({ passed: [] }) : passing(unit))
  expect(lastLines(runOf([run], notFound))).toEqual(['flaky: 1', '4 passed, 1 failed'])
})

test('a hook that fails once is one flaky thing, and the tests that it left out count as passed', () => {
  const hook = failure('1', { ids: ['1', '2', '3'] })
  expect(lastLines(runOf([result({ failures: [hook] })], passing))).toEqual(['flaky: 1', '4 passed, 0 failed'])
})

test('a rerun that does not find its test, or ends badly beside it, shows nothing', () => {
  const run = result({ failures: [failure('1')] })
  expect(lastLines(runOf([run], () => result({ passed: [] })))).toEqual(['flaky: 0', '1 passed, 1 failed'])
  const endsBadly = () => result({ passed: ['1'], failures: [failure('outside', { ids: [] })] })
  expect(lastLines(runOf([run], endsBadly))).toEqual(['flaky: 0', '1 passed, 1 failed'])
})

test('a run in which nothing passed is red, and says so', () => {
  const summary = runOf([result({ passed: [] })], passing)
  expect([exitCodeOf(summary), ...lastLines(summary)]).toEqual([1, 'flaky: 0', '0 passed, 1 failed'])
})

test('tests of two stages may have the same id', () => {
  const chaos = result({ stage: 'chaos', failures: [failure('1', { stage: 'chaos' })] })
  const summary = runOf([result({ passed: ['1'] }), chaos], passing)
  expect(summary.stages.map(({ stage, passed }) => [stage, passed])).toEqual([
    ['vitest', 1],
    ['chaos', 2],
  ])
})
