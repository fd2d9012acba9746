import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isKnownMigration, newestMigration } from '../db/known-migrations.ts'
import { type BackupDescription, databaseName, hashOfFile, readDescription } from './backup-file.ts'
import { migrationOfSound } from './sound-database.ts'

/** What a backup tells of itself, once all of it was read and is as it was written. Throws, and says what is wrong with it. */
export const checkBackup = async (folder: string): Promise<BackupDescription> => {
  const description = await readDescription(folder).catch((error: unknown) => {
    throw new Error(`${folder} is not a complete backup of Sitwell.`, { cause: error })
  })
  if (!isKnownMigration(description.migration))
    throw new Error(
      `The backup is of a newer Sitwell (migration ${description.migration}; this one knows ${newestMigration}). Restore it with that one.`,
    )
  const path = join(folder, databaseName)
  const { size } = await stat(path).catch((error: unknown) => {
    throw new Error(`The backup lacks ${databaseName}.`, { cause: error })
  })
  if (size !== description.bytes || (await hashOfFile(path)) !== description.sha256)
    throw new Error(`${path} is not what was backed up: it was changed, or its disk is at fault.`)
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    migrationOfSound(database)
  } finally {
    database.close()
  }
  return description
}
