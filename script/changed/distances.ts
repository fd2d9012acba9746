import { posix } from 'node:path'
import type { LinkGraph } from './link-graph.ts'
import { isTest } from './what-tests-are-about.ts'

/** How far a file is from what changed, and by which way. */
export interface Reached {
  readonly steps: number
  /** From the file to the changed one, both among them. */
  readonly way: readonly string[]
}

/**
 * Composition roots: a file that imports one depends on the whole application, so a path through a root doesn't make a test a near one.
 * Paths end at a root and the tests beside it, unless the root itself changed.
 */
const compositionRoots = [
  /^apps\/server\/src\/(main|sitwell|routes|create-application|create-server)\.ts$/,
  /^apps\/server\/src\/hosting\/create-node\.ts$/,
  /^apps\/server\/src\/testing\/(test-world|start-test-server|start-test-node|serve-program)\.ts$/,
  /^apps\/player\/src\/(main\.tsx|app\/(app|started-app|pages|create-player|sign-in-screen)\.tsx?)$/,
  /^packages\/contract\/src\/(calls|index)\.ts$/,
  /^packages\/question-types\/src\/(rules|marking|panels|recordings)\.ts$/,
  /^e2e\/(fixtures|sitwell|server-process)\.ts$/,
  /^(package|package-lock)\.json$|(^|\/)(vitest|playwright|vite)\.config\.ts$/,
]

export const isCompositionRoot = (path: string) => compositionRoots.some((pattern) => pattern.test(path))

const isTestBeside = (path: string, other: string) => isTest(path) && posix.dirname(path) === posix.dirname(other)

interface Dependent {
  readonly from: string
  readonly steps: number
}

function dependentsIn(graph: LinkGraph): ReadonlyMap<string, readonly Dependent[]> {
  const dependents = new Map<string, Dependent[]>()
  for (const [from, links] of graph)
    for (const { to, steps } of links) {
      const known = dependents.get(to)
      if (known) known.push({ from, steps })
      else dependents.set(to, [{ from, steps }])
    }
  return dependents
}

/**
 * All that depends on a changed file, with the shortest way of each, the nearest first. With `through`, paths continue through composition
 * roots too.
 */
export function distances(
  graph: LinkGraph,
  changed: readonly string[],
  { through = false } = {},
): ReadonlyMap<string, Reached> {
  const dependents = dependentsIn(graph)
  const reached = new Map<string, Reached>()
  /** By steps. */
  const waiting: (readonly string[])[][] = [changed.map((path) => [path])]
  const visit = (way: readonly string[], steps: number) => {
    const [path = ''] = way
    if (reached.has(path)) return
    reached.set(path, { steps, way })
    if (steps > 0 && isTest(path)) return
    const isEnd = steps > 0 && !through && isCompositionRoot(path)
    for (const next of dependents.get(path) ?? []) {
      if (isEnd && !isTestBeside(next.from, path)) continue
      const at = steps + next.steps
      const others = waiting[at] ?? []
      others.push([next.from, ...way])
      waiting[at] = others
    }
  }
  // Grows while it is gone through; nobody may be at some of the distances.
  for (let steps = 0; steps < waiting.length; steps += 1) for (const way of waiting[steps] ?? []) visit(way, steps)
  return reached
}
