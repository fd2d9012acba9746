import type { LinkGraph } from '../link-graph.ts'

/** A graph of files that depend on each other, by one step unless given. */
export const links = (...pairs: readonly [from: string, to: string, steps?: number][]): LinkGraph => {
  const paths = new Set(pairs.flatMap(([from, to]) => [from, to]))
  return new Map(
    [...paths].map((path) => [path, pairs.filter(([from]) => from === path).map(([, to, steps = 1]) => ({ to, steps }))]),
  )
}
