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

interface Weight {
  /** Name of the project that runs the file. */
  readonly project: string
  readonly seconds: number
  readonly bytes: number
}

/**
 * Sorts files by the time that they take, longest first, so that none of them runs alone at the end while other workers have nothing left. The
 * files of a project stay together: a worker that meets a file of another project is replaced, and the next one loads everything again.
 */
export function longestFirst<File extends Weight>(files: readonly File[]): File[] {
  const projects = [...Map.groupBy(files, ({ project }) => project).values()].map((own) => ({
    own: own.toSorted((one, other) => other.seconds - one.seconds || other.bytes - one.bytes),
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
  }))
  return projects.toSorted((one, other) => other.seconds - one.seconds).flatMap(({ own }) => own)
}

/** Vitest's order of files, by {@link longestFirst}. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = durations()
    const weighed = files.map((file) => ({
      file,
      project: file.project.name,
      seconds: seconds[relative(process.cwd(), file.moduleId)] ?? 0,
      bytes: statSync(file.moduleId).size,
    }))
    return longestFirst(weighed).map(({ file }) => file)
  }
}
