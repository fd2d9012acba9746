import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from '../config.ts'
import { newestBackup } from './back-up.ts'
import { readDescription } from './backup-file.ts'

/** A backup as the data folder knows of it. */
export interface LastBackup {
  /** Unix ms. */
  readonly madeMs: number
  readonly bytes: number
  /** `folder`: it was found among the backups of the data folder. `record`: `sitwell backup` noted that it wrote it, wherever it is. */
  readonly from: 'folder' | 'record'
}

type Place = Pick<Config, 'dataFolder'>

const recordOf = ({ dataFolder }: Place) => join(dataFolder, 'last-backup.json')

/** Below which backups are made if nobody names another folder. */
export const usualFolder = ({ dataFolder }: Place): string => join(dataFolder, 'backups')

const record = z.object({ madeAt: z.iso.datetime(), bytes: z.number() })

/** Notes that a backup was made, for the server, which doesn't know where it is. */
export const noteBackup = (place: Place, { madeAt, bytes }: z.infer<typeof record>): Promise<void> =>
  writeFile(recordOf(place), `${JSON.stringify({ madeAt, bytes })}\n`, { mode: 0o600 })

const recorded = async (place: Place): Promise<LastBackup | undefined> => {
  try {
    const { madeAt, bytes } = record.parse(JSON.parse(await readFile(recordOf(place), 'utf8')))
    return { madeMs: Date.parse(madeAt), bytes, from: 'record' }
  } catch {
    // There is none, or a stop cut it short.
    return undefined
  }
}

const inFolder = async (place: Place): Promise<LastBackup | undefined> => {
  try {
    const name = await newestBackup(usualFolder(place))
    if (name === undefined) return undefined
    const { madeAt, bytes } = await readDescription(join(usualFolder(place), name))
    return { madeMs: Date.parse(madeAt), bytes, from: 'folder' }
  } catch {
    return undefined
  }
}

/** The last backup of the embedded database that is known of; undefined if there is none. */
export const lastBackup = async (place: Place): Promise<LastBackup | undefined> => {
  const [found, noted] = await Promise.all([inFolder(place), recorded(place)])
  if (!found || !noted) return found ?? noted
  return noted.madeMs > found.madeMs ? noted : found
}
