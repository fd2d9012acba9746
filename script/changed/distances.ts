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
 * Files that put everything together. Who depends on one depends on all of it, so that a way through them says nothing about what is
 * near: it ends there, at the tests beside them, unless the file itself has changed.
 */
const puttingTogether = [
  /^apps\/server\/src\/(main|sitwell|routes|create-application|create-server)\.ts$/,
  /^apps\/server\/src\/hosting\/create-node\.ts$/,
  /^apps\/server\/src\/testing\/(test-world|start-test-server|start-test-node|serve-program)\.ts$/,
  /^apps\/player\/src\/(main\.tsx|app\/(app|started-app|pages|create-player|sign-in-screen)\.tsx?)$/,
  /^packages\/contract\/src\/(calls|index)\.ts$/,
  /^packages\/question-types\/src\/(rules|marking|panels|recordings)\.ts$/,
  /^e2e\/(fixtures|sitwell|server-process)\.ts$/,
  /^(package|package-lock)\.json$|(^|\/)(vitest|playwright|vite)\.config\.ts$/,
]

export const putsTogether = (path: string) => puttingTogether.some((pattern) => pattern.test(path))

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
 * All that depends on a changed file, with the shortest way of each, the nearest first. With `through`, ways go on through what puts
 * everything together as well.
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
    const isEnd = steps > 0 && !through && putsTogether(path)
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
