import { fileURLToPath } from 'node:url'
import { playsEverything } from '../extent.ts'
import { readChanges } from './changed-files.ts'
import { readDirectImports } from './direct-imports.ts'
import { type ListedSafeguard, safeguards } from './safeguards.ts'
import { staffSafeguards } from './staff.ts'
import { filesToRead, touchedSafeguards } from './touched-safeguards.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The safeguards that this run of the tests removes, and why these. */
export interface ToRemove<S = ListedSafeguard> {
  readonly safeguards: readonly S[]
  readonly reason: string
}

const chosenOf = async <S extends Pick<ListedSafeguard, 'edits' | 'alsoIn' | 'definedIn'>>(
  safeguards: readonly S[],
): Promise<ToRemove<S>> => {
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

/** All of them if everything is played; otherwise those that a change touches. */
export const toRemove = (): Promise<ToRemove> => chosenOf(safeguards)

/** The same of those that keep marks and actions of staff. */
export const staffToRemove = () => chosenOf(staffSafeguards.map((one) => ({ ...one, definedIn: 'chaos/without/staff.ts' })))
