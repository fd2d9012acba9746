import { execFile } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// The real tools, on files that fail and hang on purpose.
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-report-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The end of a run of fixture files, from its first failure on, and its exit code. */
const runFixture = (...args: string[]) =>
  new Promise<{ end: string; lastLines: string[]; exitCode: number }>((resolve) => {
    const { SITWELL_TEST_EVENTS: _, ...own } = process.env
    const env = { ...own, SITWELL_REPORT_DIR: folder, NO_COLOR: '1' }
    execFile('node', ['script/test-run/fixture/run.ts', ...args], { env }, (error, output) => {
      const end = output.slice(Math.max(0, output.search(/^(failed|flaky): \[/m)))
      resolve({ end, lastLines: output.trimEnd().split('\n').slice(-2), exitCode: error === null ? 0 : Number(error.code) })
    })
  })

test('a test that fails twice has failed, one that fails once is flaky, and so it is with hooks', async () => {
  const { end, lastLines, exitCode } = await runFixture('vitest', 'outcomes.fixture')
  expect(end).toMatch(/^failed: \[vitest\] \S+outcomes\.fixture\.ts fails always$/m)
  expect(end.match(/what it should be/g)).toHaveLength(4)
  expect(end).toMatch(/^flaky: \[vitest\] \S+outcomes\.fixture\.ts has a title that others have too$/m)
  expect(end).toMatch(/^flaky: .*whose beforeAll fails the first time.*\n.*\n.*\n +Error: no database today$/m)
  expect(lastLines).toEqual(['flaky: 2', '6 passed, 2 failed'])
  expect(exitCode).toBe(1)
})

test('a test that hangs is told with the call that it waits for, and its rerun with the await', async () => {
  const { end, lastLines, exitCode } = await runFixture('vitest', 'hangs.fixture')
  const [first, again] = end.split('when it ran again')
  expect(first).toMatch(/the answer to GET http:\S+\/slow, at \S+hangs\.fixture\.ts:6 < \S+hangs\.fixture\.ts:14/)
  expect(again).toMatch(/an await at \S+hangs\.fixture\.ts:6 < \S+hangs\.fixture\.ts:14/)
  expect(lastLines).toEqual(['flaky: 0', '0 passed, 1 failed'])
  expect(exitCode).toBe(1)
})

test('an endless loop ends with its place, and the tests beside it run late', async () => {
  const { end, lastLines, exitCode } = await runFixture('vitest', 'loops.fixture')
  expect(end).toMatch(/^flaky: \[vitest\] \S+ loops for ever the first time$/m)
  expect(end).toMatch(/It loops at:\n +\S+loops\.fixture\.ts:7 countUp\n +\S+loops\.fixture\.ts:13/)
  expect(lastLines).toEqual(['flaky: 1', '3 passed, 0 failed'])
  expect(exitCode).toBe(0)
})

test('a flaky test in a browser names the trace of its failure, and runs again in its own project alone', async () => {
  const { end, lastLines, exitCode } = await runFixture('playwright')
  expect(end).toMatch(/^flaky: \[playwright other\] \S+outcomes\.in-browser\.ts shows That$/m)
  await access(/show-trace (\S+)/.exec(end)?.[1] ?? 'nowhere')
  expect(lastLines).toEqual(['flaky: 1', '4 passed, 0 failed'])
  expect(exitCode).toBe(0)
})

test('a stage from which nothing comes is ended, and is a failure', async () => {
  const { end, lastLines, exitCode } = await runFixture('silent')
  expect(end).toContain('nothing came of it for')
  expect(lastLines).toEqual(['flaky: 0', '0 passed, 1 failed'])
  expect(exitCode).toBe(1)
})
