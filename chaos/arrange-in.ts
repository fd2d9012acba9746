import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../apps/server/src/clock.ts'
import type { Database } from '../apps/server/src/db/database.ts'
import { readOrganisation } from '../apps/server/src/organisation/read-organisation.ts'
import { storeOrganisation } from '../apps/server/src/organisation/store-organisation.ts'
import { type OrganisationSpec, type World, writeOrganisation } from '../e2e/arrange.ts'

/** Puts an organisation into a database, past any server; its files are written into a folder below `folder`. Throws an error if it can't be read. */
export const arrangeIn = async (database: Database, folder: string, spec: OrganisationSpec): Promise<Omit<World, 'origin'>> => {
  const at = await mkdtemp(join(folder, 'organisation-'))
  const { file, world } = await writeOrganisation(spec, at)
  const path = join(at, 'organisation.json')
  await writeFile(path, JSON.stringify(file))
  const reading = await readOrganisation(path)
  if (!reading.ok) throw new Error(reading.problems.map((problem) => `${problem.place}: ${problem.message}`).join('\n'))
  await storeOrganisation(database, systemClock, reading.organisation)
  return world
}
