import { readFile, rename, writeFile } from 'node:fs/promises'
import type { KnownGeneration } from '@sitwell/exam/set-back'
import * as z from 'zod'
import type { DatabaseConfig } from '../db/database.ts'

const witness = z.object({ number: z.number(), generation: z.string(), beats: z.number() })

/** What a server remembered last of its database, beside the file of SQLite: who puts back a copy of that one leaves this one. */
export interface WitnessFile {
  /** Undefined where there is none, or none that can be read. */
  read(): Promise<Omit<KnownGeneration, 'mark'> | undefined>
  write(known: Omit<KnownGeneration, 'mark'>): Promise<void>
}

const nameOf = (path: string) => `${path}-generation`

/** PostgreSQL's place is known by itself, and its nodes share no disk. */
export const createWitnessFile = (config: DatabaseConfig): WitnessFile => {
  if (config.dialect !== 'sqlite') return { read: async () => undefined, write: async () => {} }
  const name = nameOf(config.path)
  return {
    read: async () => {
      try {
        return witness.parse(JSON.parse(await readFile(name, 'utf8')))
      } catch {
        return undefined
      }
    },
    write: async ({ number, generation, beats }) => {
      const line = JSON.stringify({ number, generation, beats })
      // One that could not be written is older than it could be, and still a witness.
      await writeFile(`${name}.new`, line)
        .then(() => rename(`${name}.new`, name))
        .catch(() => {})
    },
  }
}
