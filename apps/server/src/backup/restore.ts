import { chmod, copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Database, type DatabaseConfig, openDatabase } from '../db/database.ts'
import { holdAlone, lockPathOf, restoringPathOf } from '../db/sqlite-lock.js'
import { databaseName, hashOfFile, markOfSecret, readDescription, secretName, sync } from './backup-file.ts'

/** What happened to the secret that signs tokens. */
type SecretAfterRestore = 'same' | 'other' | 'from-backup' | 'unknown'

interface Restored {
  /** Where the database lies that was there before; undefined if none was. */
  readonly aside: string | undefined
  readonly secret: SecretAfterRestore
}

/** Begins a new generation in a database. */
type MarkGeneration = (database: Database, config: DatabaseConfig) => Promise<unknown>

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The database's file, its log and its memory of who uses it; the database that is in them can be opened wherever all of them go. */
const ends = ['', '-wal', '-shm']

/**
 * Moves the files of a database aside. Which name they get is written down first, so that a restore that breaks off in between leaves
 * nothing that a server would take for a database: the next one continues with it.
 */
const moveAside = async (path: string, nowMs: number): Promise<string | undefined> => {
  const note = restoringPathOf(path)
  const wanted = `${path}.before-restore-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`
  if (!(await isThere(note))) await writeFile(note, wanted)
  await sync(note)
  await sync(dirname(path))
  const aside = await readFile(note, 'utf8')
  for (const end of ends)
    if ((await isThere(path + end)) && !(await isThere(aside + end))) await rename(path + end, aside + end)
  await sync(dirname(path))
  return (await isThere(aside)) ? aside : undefined
}

/** A machine that never served takes the backup's secret, with which what is on learners' devices is sealed. */
const settleSecret = async (folder: string, config: Config, isNew: boolean): Promise<SecretAfterRestore> => {
  const { secretMark } = await readDescription(folder)
  const known = [config.tokenSecret, ...(config.acceptedSecret ? [config.acceptedSecret] : [])]
  if (known.some((secret) => markOfSecret(secret) === secretMark)) return 'same'
  const stored = join(folder, secretName)
  const own = join(config.dataFolder, secretName)
  if (!(await isThere(stored))) return 'unknown'
  // Where the secret came with the environment, the data folder has none.
  if (!isNew || !(await isThere(own))) return 'other'
  await copyFile(stored, `${own}.new`)
  await chmod(`${own}.new`, 0o600)
  await rename(`${own}.new`, own)
  return 'from-backup'
}

/**
 * A copy of a backup's database beside the place that it is for, in one file and under a new generation. Its tables stay those of its
 * version until the server starts: what is written here is in the tables of every version.
 */
const prepare = async (folder: string, path: string, markGeneration: MarkGeneration): Promise<string> => {
  const prepared = `${path}-from-backup`
  const own = [...ends.map((end) => prepared + end), lockPathOf(prepared)]
  for (const file of own) await rm(file, { force: true })
  await copyFile(join(folder, databaseName), prepared)
  await chmod(prepared, 0o600)
  if ((await hashOfFile(prepared)) !== (await readDescription(folder)).sha256)
    throw new Error('The backup could not be copied whole; nothing was changed.')
  const database = openDatabase({ dialect: 'sqlite', path: prepared })
  try {
    await markGeneration(database, { dialect: 'sqlite', path: prepared })
  } finally {
    await database.close()
  }
  const closed = new DatabaseSync(prepared)
  closed.exec('pragma journal_mode = delete')
  closed.close()
  await rm(lockPathOf(prepared), { force: true })
  await sync(prepared)
  return prepared
}

/**
 * Puts a backup, which was checked, in the place of SQLite's database, and leaves what was there aside (decision 71).
 * `markGeneration` begins a new generation in it, before anybody can serve from it. Throws an error if a server or a command has the database
 * open; nothing is changed then.
 */
export const restore = async (
  folder: string,
  config: Config,
  clock: Clock,
  markGeneration: MarkGeneration,
): Promise<Restored> => {
  if (config.database.dialect !== 'sqlite') throw new Error('PostgreSQL is not restored by Sitwell.')
  const { path } = config.database
  await mkdir(dirname(path), { recursive: true })
  const lock = holdAlone(path)
  if (!lock) throw new Error('The database is in use. Stop the server and all other sitwell commands, then restore.')
  try {
    const prepared = await prepare(folder, path, markGeneration)
    const isNew = !(await isThere(path)) && !(await isThere(restoringPathOf(path)))
    const secret = await settleSecret(folder, config, isNew)
    const aside = await moveAside(path, clock.nowMs())
    await rename(prepared, path)
    await sync(dirname(path))
    await rm(restoringPathOf(path))
    return { aside, secret }
  } finally {
    lock.close()
  }
}
