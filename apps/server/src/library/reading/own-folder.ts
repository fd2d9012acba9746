import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { makeOwnFolder } from '../../owner-only.ts'

const prefix = 'package-'

/** Milliseconds after which nobody works in a folder any more. */
const longestMs = 60 * 60_000

/** Does work in its own folder below the data folder, which is gone when it ends. */
export const inOwnFolder = async <T>(
  { dataFolder }: Pick<Config, 'dataFolder'>,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  makeOwnFolder(dataFolder)
  const folder = await mkdtemp(join(dataFolder, prefix))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Takes folders away that processes left which were killed. `nowMs` by the machine's clock, by which folders are dated. */
export const removeLeftFolders = async ({ dataFolder }: Pick<Config, 'dataFolder'>, nowMs: number): Promise<void> => {
  const names = await readdir(dataFolder).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const folder = join(dataFolder, name)
    const found = await stat(folder).catch(() => undefined)
    if (found && nowMs - found.mtimeMs > longestMs) await rm(folder, { recursive: true, force: true })
  }
}
