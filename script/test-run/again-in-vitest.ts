import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'

/**
 * Runs certain tests of one file again: `node script/test-run/again-in-vitest.ts CONFIG PROJECT FILE ID…`. Vitest's command line knows
 * tests by their titles alone, which needn't be unique.
 */
const [config = '', name = '', file = '', ...testIds] = process.argv.slice(2)
const vitest = await createVitest('test', { config, watch: false })
try {
  // Starts the reporters, which a run of single tests takes for started.
  await vitest.standalone()
  const project = vitest.projects.find((one) => one.name === name)
  if (!project) throw new Error(`Vitest has no project “${name}”.`)
  await vitest.runTestSpecifications([project.createSpecification(resolve(file), { testIds })])
} finally {
  await vitest.close()
}
if (vitest.state.getFiles().some(({ result }) => result?.state !== 'pass') || vitest.state.getUnhandledErrors().length > 0)
  process.exitCode = 1
