import type { Lane } from './run-tests.ts'
import { checkStage, playwrightStage, vitestStage } from './stages.ts'

/** Milliseconds: the harness prints nothing while it plays its seeds. */
const harnessSilenceMs = 900_000

const withoutBrowser = (args?: readonly string[]) =>
  vitestStage({ name: 'vitest', intent: 'Testing without a browser', config: 'vitest.config.ts', ...(args && { args }) })

const inBrowser = (args?: readonly string[]) => playwrightStage({ config: 'playwright.config.ts', ...(args && { args }) })

const harness = vitestStage({
  ...{ name: 'chaos', intent: 'Breaking things while learners sit exams' },
  ...{ config: 'vitest.chaos.config.ts', longestSilenceMs: harnessSilenceMs },
})

/** Everything, for a change as it goes in. */
export const everyTest: readonly Lane[] = [[checkStage, withoutBrowser(), inBrowser(), harness]]

/** The checks and the tests of rules, machines and components. */
export const quickTests: readonly Lane[] = [[checkStage, withoutBrowser(['--project', 'rules'])]]
