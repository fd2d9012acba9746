import { fileURLToPath } from 'node:url'
import { playsEverything } from '../extent.ts'
import { readChanges } from './changed-files.ts'
import { readDirectImports } from './direct-imports.ts'
import { type ListedSafeguard, safeguards } from './safeguards.ts'
import { type StaffSafeguard, staffSafeguards } from './staff.ts'
import { fewOf, filesToRead, touchedSafeguards } from './touched-safeguards.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The safeguards that this run of the tests removes, and why these. */
export interface ToRemove<S = ListedSafeguard> {
  readonly safeguards: readonly S[]
  readonly reason: string
  /** The commit that changes are compared with, if they are. */
  readonly since?: string
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
    since,
  }
}

/** All of them if everything is played; otherwise those that a change touches. */
export const toRemove = (): Promise<ToRemove> => chosenOf(safeguards)

/** Safeguards of staff that are removed unless everything is played: each takes the time of a run or two. */
const mostOfStaff = 3

/** The same of those that keep marks and actions of staff: a few of them, from another place in the list for each commit that changes are compared with. */
export const staffToRemove = async (): Promise<ToRemove<StaffSafeguard>> => {
  const chosen = await chosenOf(staffSafeguards.map((one) => ({ ...one, definedIn: 'chaos/without/staff.ts' })))
  if (playsEverything) return chosen
  const safeguards = fewOf(chosen.safeguards, mostOfStaff, chosen.since ?? '')
  const left = chosen.safeguards.length - safeguards.length
  return { safeguards, reason: left === 0 ? chosen.reason : `${chosen.reason}; ${left} of them are left to \`--everything\`` }
}
