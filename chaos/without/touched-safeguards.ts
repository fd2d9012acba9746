import type { ListedSafeguard } from './safeguards.ts'

/** What each file imports, by its path below the root. */
export type DirectImports = ReadonlyMap<string, readonly string[]>

/** It only passes on what stands elsewhere. */
const isIndex = (file: string) => /(^|\/)index\.ts$/.test(file)
const isTest = (file: string) => /\.(test|spec|chaos)\.tsx?$/.test(file)

/**
 * Safeguards that a change may have broken. A change touches a safeguard if it changes
 * - a file that the safeguard is part of (one that it edits, or names as `alsoIn`),
 * - a file that one of those imports, or that imports one of those: what it relies on, and what relies on it, one step away,
 * - the file that defines the safeguard.
 * Tests count for nothing here, and neither does an index, which would join everything with everything. Whatever is two steps away shows in
 * the seeds, or when everything is played.
 */
export const touchedSafeguards = <S extends Pick<ListedSafeguard, 'edits' | 'alsoIn' | 'definedIn'>>(
  safeguards: readonly S[],
  changed: readonly string[],
  imports: DirectImports,
): S[] => {
  const relevant = changed.filter((file) => !isTest(file) && !isIndex(file))
  const isImported = (by: string, file: string) => imports.get(by)?.includes(file) === true
  return safeguards.filter(({ edits, alsoIn = [], definedIn }) => {
    const own = [...edits.map(({ file }) => file), ...alsoIn]
    return relevant.some(
      (file) => file === definedIn || own.some((one) => one === file || isImported(one, file) || isImported(file, one)),
    )
  })
}

/** The files whose imports decide about it. */
export const filesToRead = (
  safeguards: readonly Pick<ListedSafeguard, 'edits' | 'alsoIn'>[],
  changed: readonly string[],
): string[] => {
  const code = changed.filter((file) => /\.(ts|tsx|js)$/.test(file) && !isTest(file) && !isIndex(file))
  const own = safeguards.flatMap(({ edits, alsoIn = [] }) => [...edits.map(({ file }) => file), ...alsoIn])
  return [...new Set([...own, ...code])].sort()
}

/** At most this many of them, in their order, from a place on that a commit decides, and from the first one on behind the last: other commits, others. */
export const fewOf = <T>(all: readonly T[], most: number, commit: string): T[] => {
  const from = all.length <= most ? 0 : Number.parseInt(commit.slice(0, 8) || '0', 16) % all.length
  return [...all.slice(from), ...all.slice(0, from)].slice(0, most)
}
