import { fileURLToPath } from 'node:url'
import { playsEverything } from '../extent.ts'
import { readChanges } from './changed-files.ts'
import { readDirectImports } from './direct-imports.ts'
import { type ListedSafeguard, safeguards } from './safeguards.ts'
import { filesToRead, touchedSafeguards } from './touched-safeguards.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The safeguards that this run of the tests removes, and why these. */
export interface ToRemove {
  readonly safeguards: readonly ListedSafeguard[]
  readonly reason: string
}

/** All of them if everything is played; otherwise those that a change touches. */
export const toRemove = async (): Promise<ToRemove> => {
  if (playsEverything) return { safeguards, reason: 'everything is played' }
  const { files, since } = await readChanges(root)
  if (since === undefined) return { safeguards: [], reason: 'this clone has no history that would tell what changed' }
  const imports = await readDirectImports(root, filesToRead(safeguards, files))
  const touched = touchedSafeguards(safeguards, files, imports)
  return {
    safeguards: touched,
    reason: `${files.length} files changed since ${since.slice(0, 8)} and touch ${touched.length} safeguards`,
  }
}
