import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'

/** What is in the folder of a backup: the database as one file, the secret that signs tokens, and what tells of both. */
export const databaseName = 'sitwell.sqlite'
export const secretName = 'token-secret'
export const descriptionName = 'backup.json'

const description = z.object({
  /** Of this form. */
  format: z.literal(1),
  /** ISO 8601, by the machine's clock. */
  madeAt: z.iso.datetime(),
  /** Of Sitwell. */
  version: z.string(),
  /** The name of the last migration of the database. */
  migration: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** Tells one secret from another, and nothing of either. */
  secretMark: z.string(),
})

/** What a backup tells of itself. */
export type BackupDescription = z.infer<typeof description>

export const readDescription = async (folder: string): Promise<BackupDescription> =>
  description.parse(JSON.parse(await readFile(join(folder, descriptionName), 'utf8')))

/** Tells whether two secrets are the same; nobody works the secret out from it. */
export const markOfSecret = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('backup').digest('hex').slice(0, 16)

/** SHA-256 of a file of any size, in hexadecimal. */
export const hashOfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Returns once a file, or what a folder names, outlives a power cut. */
export const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
