import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Stage } from './run-stage.ts'
import type { Lane } from './run-tests.ts'
import { attackStage, checkStage, playwrightStage, vitestStage } from './stages.ts'

/** Milliseconds: the harness shows a sign of life with each step of a run, and builds player and server before. */
const harnessSilenceMs = 480_000

const withoutBrowser = (args: readonly string[] = []) =>
  vitestStage({ name: 'vitest', intent: 'Testing without a browser', config: 'vitest.config.ts', args })

const inBrowser = (args: readonly string[] = []) => playwrightStage({ config: 'playwright.config.ts', args })

const harness = vitestStage({
  ...{ name: 'chaos', intent: 'Breaking things while learners sit exams' },
  ...{ config: 'vitest.chaos.config.ts', longestSilenceMs: harnessSilenceMs },
})

const everyTest: Lane = [checkStage(), withoutBrowser(), inBrowser(), harness]

/** All of it in its long form, by a variable that tests read too. */
const longForm = (stage: Stage): Stage => ({ ...stage, env: { ...stage.env, SITWELL_TEST_EVERYTHING: '1' } })

/** Tests that somebody else chose: arguments of the check, and files for vitest and playwright. */
const chosenTests = z.object({
  check: z.array(z.string()),
  vitest: z.array(z.string()),
  playwright: z.array(z.string()),
})

const readChosen = (path: string): Lane => {
  const { check, vitest, playwright } = chosenTests.parse(JSON.parse(readFileSync(path, 'utf8')))
  return [
    checkStage(check),
    ...(vitest.length > 0 ? [withoutBrowser(vitest)] : []),
    ...(playwright.length > 0 ? [inBrowser(playwright)] : []),
  ]
}

/** What script/test runs for its arguments; undefined for others than it knows. `--chosen FILE` has the file name the tests. */
export function lanesOf([flag, file]: readonly string[]): readonly Lane[] | undefined {
  if (flag === undefined) return [everyTest]
  if (flag === '--everything') return [[...everyTest, attackStage].map(longForm)]
  if (flag === '--quick') return [[checkStage(), withoutBrowser(['--project', 'rules'])]]
  if (flag === '--chosen' && file !== undefined) return [readChosen(file)]
  return undefined
}
