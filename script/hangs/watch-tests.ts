import { afterAll, afterEach, beforeAll, beforeEach, expect, type RunnerTask } from 'vitest'
import { testLimitMs } from './limits.ts'
import { type ProcessWatch, watchProcess } from './watch-process.ts'

/** Set up in each file of tests: a test that is stuck says where. */
// Boundary: files share their process, and each loads this module again.
const shared = globalThis as { sitwellProcessWatch?: ProcessWatch }
shared.sitwellProcessWatch ??= watchProcess()
const watch = shared.sitwellProcessWatch

const ends = new Map<string, () => void>()
let endHooks = () => {}
/** Hooks of suites run between tests. Their own limit begins again with each; this is a look at what they wait for, not their limit. */
const startHooks = (title: string) => {
  endHooks()
  if (ends.size === 0) endHooks = watch.start({ file: expect.getState().testPath ?? '', title }, testLimitMs)
}
const titleOf = ({ name, suite }: RunnerTask): string => (suite ? `${titleOf(suite)} > ${name}` : name)

beforeAll(() => startHooks('beforeAll'))
beforeEach(({ task }) => {
  endHooks()
  ends.set(task.id, watch.start({ file: task.file.filepath, title: titleOf(task), id: task.id }, task.timeout))
})
afterEach(({ task }) => {
  ends.get(task.id)?.()
  ends.delete(task.id)
  startHooks(`after ${titleOf(task)}`)
})
afterAll(() => endHooks())
