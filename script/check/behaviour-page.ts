import { readFile } from 'node:fs/promises'
import { writeBehaviour } from '../behaviour/write-behaviour.ts'
import { behaviourPath, readAllTests } from '../behaviour.ts'
import type { Finding } from './run-tool.ts'

/** The page of what holds is as the tests say, and no row is named where it counts for nothing. */
export async function checkBehaviourPage(): Promise<Finding> {
  const { shown, strays } = await readAllTests()
  const problems = strays.map(({ file, line, row }) => `${file}:${line} names ${row}, but not right above a test`)
  const page = await readFile(behaviourPath, 'utf8').catch(() => '')
  if (page !== writeBehaviour(shown)) problems.push(`${behaviourPath} is out of date: npm run docs`)
  return { ok: problems.length === 0, detail: problems.join('\n') }
}
