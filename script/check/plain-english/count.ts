import { type Pattern, patterns } from './patterns.ts'
import type { Text } from './texts.ts'

/** One match of a pattern. */
export interface Hit {
  readonly pattern: Pattern
  readonly source: string
  /** The line in its file, counted from 1. */
  readonly line: number
  readonly found: string
}

/** The number of matches of each pattern, by its name. */
export type Counts = Readonly<Record<string, number>>

/** Finds all matches in the order of the patterns. */
export const hitsIn = (texts: readonly Text[]): Hit[] => {
  const joined = texts.map(({ text, ...place }) => ({ ...place, text, flat: text.replaceAll('\n', ' ') }))
  return patterns.flatMap((pattern) =>
    joined
      .filter(({ kind }) => pattern.kind === undefined || pattern.kind === kind)
      .flatMap(({ source, line, text, flat }) =>
        [...flat.matchAll(pattern.pattern)].map(({ 0: found, index }) => ({
          pattern,
          source,
          line: line + text.slice(0, index).split('\n').length - 1,
          found: found.trim(),
        })),
      ),
  )
}

/** Counts the matches of every pattern; a pattern without matches has 0. */
export const countHits = (hits: readonly Hit[]): Counts => {
  const counts: Record<string, number> = Object.fromEntries(patterns.map(({ name }) => [name, 0]))
  for (const { pattern } of hits) counts[pattern.name] = (counts[pattern.name] ?? 0) + 1
  return counts
}

/** Formats a match: file and line, the wording, why it is hard to read, and its replacement. */
export const formatHit = ({ source, line, found, pattern }: Hit): string =>
  `${source}:${line} “${found}” (${pattern.name}): ${pattern.why} Write ${pattern.instead}.`

/** The most matches that are listed for one pattern. */
const shownHits = 10

/**
 * Compares the matches with the recorded counts and lists every difference: matches of patterns with more than before, which must be
 * rewritten, and patterns with fewer, which must be recorded.
 * @param isNew Whether a line was changed after the counts were recorded. Only matches in such lines are listed, if there are any.
 */
export const compareCounts = (
  hits: readonly Hit[],
  recorded: Counts,
  isNew: (hit: Hit) => boolean,
  command: string,
): string[] => {
  const counts = countHits(hits)
  const unknown = Object.keys(recorded).filter((name) => !Object.hasOwn(counts, name))
  return [
    ...unknown.map((name) => `${name} is recorded, but there is no such pattern: ${command}`),
    ...Object.entries(counts).flatMap(([name, count]) => {
      const before = recorded[name] ?? 0
      if (count === before) return []
      if (count < before) return [`${name}: ${count}, recorded ${before}. Record the lower count: ${command}`]
      const own = hits.filter(({ pattern }) => pattern.name === name)
      const added = own.filter(isNew)
      const listed = (added.length > 0 ? added : own).slice(0, shownHits)
      return [`${name}: ${count}, allowed ${before}`, ...listed.map((hit) => `  ${formatHit(hit)}`)]
    }),
  ]
}
