import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownGeneration } from '@sitwell/exam/answers/set-back'
import * as z from 'zod'
import type { Config } from '../config.ts'

const witness = z.object({ number: z.number(), generation: z.string(), beats: z.number() })

/**
 * What a server remembered last of its database: beside the file of SQLite, where who puts back a copy of that one leaves this one, or
 * among its own files where its database is a PostgreSQL.
 */
export interface WitnessFile {
  /** Undefined if there is none, or none that can be read. */
  read(): Promise<Omit<KnownGeneration, 'mark'> | undefined>
  write(known: Omit<KnownGeneration, 'mark'>): Promise<void>
}

export const createWitnessFile = ({ database, dataFolder }: Pick<Config, 'database' | 'dataFolder'>): WitnessFile => {
  const name = `${database.dialect === 'sqlite' ? database.path : join(dataFolder, 'postgres')}-generation`
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
      await writeFile(`${name}.new`, line, { mode: 0o600 })
        .then(() => rename(`${name}.new`, name))
        .catch(() => {})
    },
  }
}
