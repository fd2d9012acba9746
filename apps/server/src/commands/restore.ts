import { resolve } from 'node:path'
import { checkBackup } from '../backup/check-backup.ts'
import { restore } from '../backup/restore.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { commandRestored } from './restored.ts'

const ofSecret = {
  same: undefined,
  'from-backup': 'The secret that signs tokens came with the backup, since this machine had served nobody yet.',
  other:
    'The secret that signs tokens is another one than when it was backed up, and was left: learners sign in anew; sealed parts and files of answers that lie on their devices stay closed. The old one stands in the backup as token-secret.',
  unknown:
    'The secret that signs tokens is another one than when it was backed up, and is not in the backup: set SITWELL_SECRET to the old one, or learners sign in anew, and sealed parts and files of answers that lie on their devices stay closed.',
} as const

/** `sitwell restore`: puts a backup in the place of the embedded database. Answers the exit code. */
export const commandRestore = async (
  config: Config,
  given: string,
  { isTrial }: { readonly isTrial: boolean },
  clock: Clock,
): Promise<number> => {
  if (config.database.dialect !== 'sqlite') {
    console.error('The database is a PostgreSQL: its own tools restore it (docs/operating.md, "Backups of PostgreSQL").')
    return 1
  }
  const folder = resolve(given)
  try {
    const { madeAt, bytes } = await checkBackup(folder)
    console.log(`The backup of ${madeAt} is whole: ${Math.ceil(bytes / 1_000_000)} MB.`)
    if (isTrial) return 0
    const { aside, secret } = await restore(folder, config, clock, commandRestored)
    console.log('It was restored. Start the server now.')
    if (aside !== undefined) console.log(`The previous data is in ${aside}.`)
    const word = ofSecret[secret]
    if (word !== undefined) console.log(word)
    return 0
  } catch (error) {
    console.error(`It was not restored. ${error instanceof Error ? error.message : error}`)
    return 1
  }
}
