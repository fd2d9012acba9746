import { expect, test } from 'vitest'
import { readEvents, type TestEvent } from './events.ts'
import { resultOf } from './stage-result.ts'

const well = { exitCode: 0 }
const badly = { exitCode: 1 }
const through: TestEvent = { event: 'through' }
const loaded = (...ids: string[]): TestEvent => ({
  event: 'loaded',
  tests: ids.map((id) => ({ id, project: 'rules', file: 'a.test.ts', title: `title of ${id}` })),
})
const started = (id: string): TestEvent => ({ event: 'started', id })
const ended = (id: string, outcome: 'passed' | 'failed' | 'skipped' | 'left out', ...messages: string[]): TestEvent => ({
  ...{ event: 'ended', id, outcome, messages, durationMs: 1 },
})
const broken = (ids: string[], ...messages: string[]): TestEvent => ({
  ...{ event: 'broken', project: 'rules', file: 'a.test.ts', title: 'a suite (beforeAll or afterAll)', messages, ids },
})

test('a stage whose tests pass has no failure', () => {
  const result = resultOf(
    'vitest',
    [loaded('1', '2'), started('1'), ended('1', 'passed'), ended('2', 'skipped'), through],
    well,
  )
  expect(result).toEqual({ stage: 'vitest', passed: ['1'], skipped: ['2'], failures: [], leftOut: [] })
})

test('a failed test is a failure with its messages, its trace, and its id for a rerun', () => {
  const failed: TestEvent = {
    event: 'ended',
    id: '1',
    outcome: 'failed',
    messages: ['no', 'nor that'],
    durationMs: 1,
    trace: 't.zip',
  }
  expect(resultOf('vitest', [loaded('1'), started('1'), failed, through], badly).failures).toEqual([
    {
      ...{ stage: 'vitest', project: 'rules', file: 'a.test.ts', title: 'title of 1' },
      ...{ ids: ['1'], messages: ['no', 'nor that'], trace: 't.zip' },
    },
  ])
})

const cut = (...ids: string[]): TestEvent => ({
  ...{ event: 'cut', project: 'rules', file: 'a.test.ts', messages: ['Worker exited'], ids },
})

test('a test whose process ended has failed, with what it was stuck at, and those behind it are left out', () => {
  const stuck: TestEvent = { event: 'stuck', file: 'a.test.ts', message: 'in a loop at a.test.ts:7', id: '2' }
  const before = [loaded('1', '2', '3'), started('1'), ended('1', 'passed')]
  // Its start may not have been reported.
  for (const events of [
    [...before, stuck, cut('2', '3'), through],
    [...before, started('2'), stuck, cut('2', '3'), through],
  ]) {
    const { passed, failures, leftOut } = resultOf('vitest', events, badly)
    expect(passed).toEqual(['1'])
    expect(failures).toMatchObject([{ ids: ['2'], messages: ['It did not end. Worker exited', stuck.message] }])
    expect(leftOut.map(({ id }) => id)).toEqual(['3'])
  }
})

test('if nobody knows which test ran when a process ended, all that did not end are one failure', () => {
  const events = [loaded('1', '2', '3'), started('1'), ended('1', 'passed'), cut('2', '3'), through]
  const { failures, leftOut } = resultOf('vitest', events, badly)
  expect(failures).toMatchObject([{ ids: ['2', '3'], messages: ['Worker exited'] }])
  expect(leftOut).toEqual([])
})

test('a stage that is ended while a test runs has that failure beside its own', () => {
  const { failures } = resultOf('vitest', [loaded('1', '2'), started('1')], { exitCode: null, stalledMs: 240_000 })
  expect(failures.map(({ ids }) => ids)).toEqual([['1'], []])
})

test('what a process was stuck at is told of the test that timed out alone', () => {
  const stuck: TestEvent = { event: 'stuck', file: 'a.test.ts', message: 'waiting', id: '1' }
  const events = [
    loaded('1', '2'),
    ended('1', 'failed', 'Test timed out in 60000ms.'),
    ended('2', 'failed', 'no'),
    stuck,
    through,
  ]
  expect(resultOf('vitest', events, badly).failures.map(({ messages }) => messages.at(-1))).toEqual(['waiting', 'no'])
})

test('a failed hook is one failure; its rerun runs the tests that it left out', () => {
  const { failures, leftOut } = resultOf(
    'vitest',
    [loaded('1', '2'), ended('1', 'left out'), ended('2', 'left out'), broken(['1', '2'], 'no database'), through],
    badly,
  )
  expect(failures).toMatchObject([{ ids: ['1', '2'], messages: ['no database'] }])
  expect(leftOut).toEqual([])
})

test('a file that could not be loaded, or an error outside of tests, has nothing to run again', () => {
  expect(resultOf('vitest', [broken([], 'no such module'), through], badly).failures).toMatchObject([{ ids: [] }])
})

test.each([
  ['an exit code that no test explains', [loaded('1'), ended('1', 'passed'), through], { exitCode: 3 }, 'exit code 3'],
  ['a stage that was killed', [loaded('1'), started('1')], { exitCode: null, signal: 'SIGKILL' }, 'SIGKILL'],
  ['a stage that stalled', [loaded('1'), ended('1', 'failed')], { exitCode: null, stalledMs: 240_000 }, '240 seconds'],
  ['a stage that left no events', [], { exitCode: 0 }, 'exit code 0'],
] satisfies [string, TestEvent[], Parameters<typeof resultOf>[2], string][])(
  '%s is a failure of its own, which nothing makes well',
  (_, events, ending, message) => {
    const { failures } = resultOf('vitest', events, ending)
    expect(failures.at(-1)).toMatchObject({ ids: [], messages: [expect.stringContaining(message)] })
  },
)

test('a line that was cut when its stage was killed is left out, and one of another form is rejected', () => {
  const whole = `${JSON.stringify(through)}\n`
  expect(readEvents(`${whole}{"event":"star`)).toEqual([through])
  expect(() => readEvents('{"event":"sung"}\n')).toThrow()
})
