import { chmod, copyFile, mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { holdOpen } from '../db/sqlite-lock.js'
import {
  type BackupDescription,
  databaseName,
  descriptionName,
  hashOfFile,
  markOfSecret,
  secretName,
  sync,
} from './backup-file.ts'
import { migrationOfSound } from './sound-database.ts'

/** Pages that are copied in one step: all of them, so that what is saved meanwhile never makes the copy begin again. */
const allPages = 2 ** 31 - 1

/** What a backup's folder is called, and one that is not whole yet: `2026-11-24T22-05-00-000Z`. */
const nameOf = (nowMs: number) => new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')
const isName = (name: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.test(name)

const megabytes = (bytes: number) => Math.ceil(bytes / (1024 * 1024))

const needRoom = async (folder: string, bytes: number) => {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes)
    throw new Error(`${folder} has room for ${megabytes(bavail * bsize)} MB; the backup needs ${megabytes(bytes)} MB.`)
}

const bytesOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Copies the database as it is at one moment, while it is written to. Answers its newest migration. */
const copyDatabase = async (path: string, copy: string): Promise<string> => {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    source.exec('pragma busy_timeout = 30000')
    await backup(source, copy, { rate: allPages })
  } finally {
    source.close()
  }
  await chmod(copy, 0o600)
  const copied = new DatabaseSync(copy)
  try {
    // One file, with no log beside it that could be left behind.
    copied.exec('pragma journal_mode = delete')
    return migrationOfSound(copied)
  } finally {
    copied.close()
  }
}

const fill = async (folder: string, path: string, config: Config, nowMs: number): Promise<BackupDescription> => {
  const copy = join(folder, databaseName)
  const migration = await copyDatabase(path, copy)
  await sync(copy)
  const secret = join(config.dataFolder, secretName)
  if ((await bytesOf(secret)) > 0) {
    await copyFile(secret, join(folder, secretName))
    await chmod(join(folder, secretName), 0o600)
    await sync(join(folder, secretName))
  }
  const description: BackupDescription = {
    format: 1,
    madeAt: new Date(nowMs).toISOString(),
    version: config.appVersion,
    migration,
    bytes: await bytesOf(copy),
    sha256: await hashOfFile(copy),
    secretMark: markOfSecret(config.tokenSecret),
  }
  await writeFile(join(folder, descriptionName), `${JSON.stringify(description, null, 2)}\n`, { mode: 0o600 })
  await sync(join(folder, descriptionName))
  return description
}

/**
 * Writes a backup of SQLite's database into a new folder below `into`, while servers serve from it: everything that is in the database
 * (answers, uploaded files, imports, courses), and the secret of the data folder. It is checked, and has its name only once it is whole
 * and on the disk. Throws an error if the database isn't there or not sound, or the disk lacks the room; nothing is left of it then.
 */
export const backUp = async (config: Config, into: string, clock: Clock): Promise<{ folder: string } & BackupDescription> => {
  if (config.database.dialect !== 'sqlite') throw new Error('PostgreSQL is not backed up by Sitwell.')
  const { path } = config.database
  const size = (await bytesOf(path)) + (await bytesOf(`${path}-wal`))
  if (size === 0) throw new Error(`There is no database at ${path}. Is SITWELL_DATA the folder that the server has?`)
  await mkdir(into, { recursive: true, mode: 0o700 })
  await needRoom(into, size)
  const lock = holdOpen(path)
  const nowMs = clock.nowMs()
  const folder = join(into, nameOf(nowMs))
  const unfinished = `${folder}.part`
  try {
    await mkdir(unfinished, { mode: 0o700 })
    const description = await fill(unfinished, path, config, nowMs)
    await sync(unfinished)
    await rename(unfinished, folder)
    await sync(into)
    return { folder, ...description }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    lock.close()
  }
}

/** Milliseconds after which a backup that isn't whole was broken off, and isn't under way. */
const longestBackupMs = 24 * 60 * 60_000

/** Removes the oldest backups below a folder but for this many of the newest, and what broken-off ones left. Answers those that it removed. */
export const keepNewest = async (into: string, count: number, clock: Clock): Promise<string[]> => {
  const names = (await readdir(into)).sort()
  const old = names.filter(isName).slice(0, -count)
  const end = `${nameOf(clock.nowMs() - longestBackupMs)}.part`
  const brokenOff = names.filter((name) => name.endsWith('.part') && isName(name.slice(0, -'.part'.length)) && name < end)
  for (const name of [...old, ...brokenOff]) await rm(join(into, name), { recursive: true, force: true })
  return old
}

/** The name of the newest backup below a folder; none if there is none. */
export const newestBackup = async (into: string): Promise<string | undefined> =>
  (await readdir(into).catch(() => [])).filter(isName).sort().at(-1)
