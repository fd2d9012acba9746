import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from './run-stage.ts'

/** Milliseconds: beyond a test's limit and its hooks' together, so that a stage is ended only if the limits of its tests didn't work. */
const longestSilenceMs = 240_000

/** Milliseconds: a check prints nothing until it is done, and the longest have a processor busy for a minute or two. */
const checkSilenceMs = 600_000

export const checkStage = (args: readonly string[] = []): Stage => ({
  ...{ name: 'check', intent: 'Checking', longestSilenceMs: checkSilenceMs },
  command: ['node', 'script/check.ts', ...args],
})

/** Calls that it makes on each database: several minutes. */
const attackCalls = 100_000

export const attackStage: Stage = {
  ...{ name: 'attack', intent: 'Attacking', longestSilenceMs },
  command: ['node', 'script/attacking/attack.ts', '--calls', String(attackCalls)],
}

interface OfVitest {
  readonly name: string
  readonly intent: string
  readonly config: string
  /** Arguments that choose tests. */
  readonly args?: readonly string[]
  readonly longestSilenceMs?: number
}

export const vitestStage = ({
  name,
  intent,
  config,
  args = [],
  longestSilenceMs: own = longestSilenceMs,
}: OfVitest): Stage => ({
  ...{ name, intent, longestSilenceMs: own },
  command: ['vitest', 'run', '--config', config, ...args],
  again: async ({ project, file, ids }) => [
    'node',
    join(import.meta.dirname, 'again-in-vitest.ts'),
    config,
    project,
    file,
    ...ids,
  ],
})

interface OfPlaywright {
  readonly config: string
  readonly args?: readonly string[]
}

export const playwrightStage = ({ config, args = [] }: OfPlaywright): Stage => ({
  ...{ name: 'playwright', intent: 'Testing in a browser', longestSilenceMs },
  command: ['playwright', 'test', '--config', config, ...args],
  again: async ({ ids, folder }) => {
    const list = join(folder, 'last-run.json')
    // The one list of playwright's that names tests by their ids.
    await writeFile(list, JSON.stringify({ status: 'failed', failedTests: ids }))
    const only = ['--last-failed', '--last-failed-file', list, '--output', join(folder, 'traces')]
    return ['playwright', 'test', '--config', config, '--workers', '1', ...only]
  },
})
