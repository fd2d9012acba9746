import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlaceInProcess } from './fast/place-in-process.ts'
import type { Place } from './place.ts'
import type { RunResult } from './run.ts'
import { failureInWords } from './summary.ts'

/** Where the trails of failed runs go. */
export interface Trails {
  readonly folder: string
  /** What plays a seed again, alone, and tells all that happens. */
  commandOf(seed: number): string
}

/**
 * Writes all that is left of a run that failed into its own folder: what was wrong, the plan, what the learner did and saw, what the pages
 * and their requests logged, what server and database logged, and the database.
 */
export const writeTrail = async (
  { folder, commandOf }: Trails,
  result: RunResult,
  place: Pick<Place | PlaceInProcess, 'writeTrail'>,
): Promise<void> => {
  const { plan, logs, stored } = result
  const own = join(folder, `seed-${plan.seed}`)
  await mkdir(own, { recursive: true })
  const write = (name: string, text: string) => writeFile(join(own, name), `${text}\n`)
  await write('found.txt', `${commandOf(plan.seed)}\n\n${failureInWords(result)}`)
  await write('plan.json', JSON.stringify(plan, undefined, 2))
  await write('stored.json', JSON.stringify(stored ?? null, undefined, 2))
  for (const [name, lines] of Object.entries(logs)) await write(name, lines.join('\n'))
  // A database that can't be read is told of beside what else there is.
  await place.writeTrail(own).catch((error: unknown) => write('no-database.txt', String(error)))
}
