import { readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds by file, of a whole run. A file without a line counts by its size, behind all that have one. */
const list = 'script/changed/durations.json'

const durations = (): Readonly<Record<string, number>> => {
  try {
    return JSON.parse(readFileSync(list, 'utf8'))
  } catch {
    return {}
  }
}

/** Starts files of long tests first, so that none of them runs alone at the end while other workers have nothing left. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = durations()
    const weigh = ({ moduleId }: TestSpecification) => ({
      seconds: seconds[relative(process.cwd(), moduleId)] ?? 0,
      bytes: statSync(moduleId).size,
    })
    return files
      .map((file) => ({ file, ...weigh(file) }))
      .sort((one, other) => other.seconds - one.seconds || other.bytes - one.bytes)
      .map(({ file }) => file)
  }
}
