import { resolve } from 'node:path'
import { backUp, keepNewest, newestBackup } from '../backup/back-up.ts'
import { noteBackup, usualFolder } from '../backup/last-backup.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'

interface Wishes {
  /** Below which the backup's folder is made. */
  readonly to: string | undefined
  /** How many backups are left there; all of them if it isn't given. */
  readonly keep: number | undefined
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** `sitwell backup`: writes all that the embedded database holds into a folder, while servers serve from it. Answers the exit code. */
export const commandBackup = async (config: Config, { to, keep }: Wishes, clock: Clock): Promise<number> => {
  if (config.database.dialect !== 'sqlite') {
    console.error('The database is a PostgreSQL: its own tools back it up (docs/operating.md, "Backups of PostgreSQL").')
    return 1
  }
  const into = to === undefined ? usualFolder(config) : resolve(to)
  try {
    const { folder, bytes, madeAt } = await backUp(config, into, clock)
    // It is whole, whether or not the server is going to know of it.
    await noteBackup(config, { madeAt, bytes }).catch((error) => console.error(`It could not be noted. ${reasonOf(error)}`))
    console.log(`Backed up to ${folder}: ${Math.ceil(bytes / 1_000_000)} MB, checked.`)
  } catch (error) {
    const newest = await newestBackup(into)
    const left = newest === undefined ? 'There is no backup there.' : `Nothing older was removed; the last backup is ${newest}.`
    console.error(`Nothing was backed up. ${reasonOf(error)} ${left}`)
    return 1
  }
  try {
    for (const name of keep === undefined ? [] : await keepNewest(into, keep, clock)) console.log(`  removed the older ${name}`)
    return 0
  } catch (error) {
    console.error(`An older backup could not be removed. ${reasonOf(error)}`)
    return 1
  }
}
