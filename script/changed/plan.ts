import { distances, type Reached } from './distances.ts'
import { type Durations, secondsOf } from './durations.ts'
import { type LinkGraph, linkGraph, type Repository } from './link-graph.ts'
import { isTest, isTestInBrowser, isTestWithoutBrowser, knownToShow, stories } from './what-tests-are-about.ts'

/** A test file that is near enough to a change. */
export interface Near {
  readonly path: string
  readonly steps: number
  /** From the test to the changed file. */
  readonly way: readonly string[]
  /** Wall time that it adds to the run, in seconds. */
  readonly seconds: number
}

export interface Plan {
  /** To be run, the nearest first. */
  readonly chosen: readonly Near[]
  /** Near enough, but without time left. */
  readonly forWantOfTime: readonly Near[]
  /** Reached by more steps than are followed. */
  readonly tooFar: readonly string[]
  /** Reached only through composition roots. */
  readonly throughAll: readonly string[]
  /** Wall time of what is chosen, with the start of the programs that run it, in seconds. */
  readonly seconds: number
}

/** Beyond this many steps tests rarely notice a change that nearer ones don't. */
export const mostSteps = 4

/** Seconds of wall time for tests: of three minutes, what the checks and the build leave on two cores. */
export const testSeconds = 100

/** How many files run at once: workers of vitest; three of playwright share two cores. */
const atOnce = { withoutBrowser: 2, inBrowser: 2.5 }
/** Seconds until the first test runs. */
const startSeconds = { withoutBrowser: 8, inBrowser: 10 }

const isProduct = (path: string) =>
  /^(apps|packages)\/[^/]+\/(src|messages)\//.test(path) && !isTest(path) && !path.includes('/testing/')

/** Folders that two paths begin with. */
const commonFolders = (one: string, other: string) => {
  const parts = one.split('/')
  const others = other.split('/')
  const first = parts.findIndex((part, at) => part !== others[at])
  return first < 0 ? parts.length : first
}

/** What to run after a change, within the time for tests. */
export function planOf(repository: Repository, changed: readonly string[], durations: Durations): Plan {
  return planByLinks(linkGraph(repository), changed, (path) => secondsOf(path, durations, repository.texts.get(path)))
}

/** The same of links that are known. `seconds` gives what a test file takes by itself. */
export function planByLinks(graph: LinkGraph, changed: readonly string[], seconds: (path: string) => number): Plan {
  const reached = distances(graph, changed)
  const isRun = (path: string) => graph.has(path) && (isTestWithoutBrowser(path) || isTestInBrowser(path))
  const product = changed.filter(isProduct)
  const storiesToRun = Object.entries(stories).flatMap(([path, part]) =>
    graph.has(path) && product.some((one) => part.test(one)) ? [path] : [],
  )
  const near = [...withStories(reached, storiesToRun)]
    .filter(([path]) => isRun(path))
    .map(([path, at]) => nearOf(path, at, seconds(path)))
  const within = near.filter(({ steps }) => steps <= mostSteps).sort(byNearness)
  const { chosen, left, spent } = choose(within)
  const onlyThrough = [...distances(graph, changed, { through: true }).keys()].filter(
    (path) => isRun(path) && !reached.has(path),
  )
  return {
    chosen,
    forWantOfTime: left,
    tooFar: near.filter(({ steps }) => steps > mostSteps).map(({ path }) => path),
    throughAll: onlyThrough.filter((path) => !storiesToRun.includes(path)),
    seconds: spent,
  }
}

/** Stories run whatever they reach, right after the tests that were changed themselves. */
const withStories = (reached: ReadonlyMap<string, Reached>, paths: readonly string[]) =>
  new Map([
    ...reached,
    ...paths.filter((path) => reached.get(path)?.steps !== 0).map((path) => [path, { steps: 1, way: [path] }] as const),
  ])

const nearOf = (path: string, { steps, way }: Reached, seconds: number): Near => ({
  path,
  steps,
  way,
  seconds: seconds / (isTestInBrowser(path) ? atOnce.inBrowser : atOnce.withoutBrowser),
})

const isStory = ({ path }: Near) => path in stories

/** Where the part of the product is that a test is about: for tests that stand in it, their own place. */
const placeOf = ({ path, way }: Near) => (path.startsWith('e2e/') ? (way[1] ?? path) : path)

const closeness = (near: Near) => commonFolders(placeOf(near), near.way.at(-1) ?? '')

const byNearness = (one: Near, other: Near) =>
  one.steps - other.steps ||
  Number(isStory(other)) - Number(isStory(one)) ||
  closeness(other) - closeness(one) ||
  one.seconds - other.seconds ||
  (one.path < other.path ? -1 : 1)

/** Rules take so little time that none of those within reach is left out for others. */
const isQuick = ({ path, seconds }: Near) => !isTestInBrowser(path) && seconds < quickSeconds
const quickSeconds = 0.5

/** Whether a test is known to show what changed: a lock, or a query on one database, breaks without any nearer test noticing it. */
const isKnown = ({ path, way }: Near) => way.length === 2 && knownToShow(path).includes(way[1] ?? '')

/**
 * Takes the nearest first, as far as there is time; what takes too long makes way for what is as near and shorter. A test that was
 * changed itself, or is known to show the change, runs always.
 */
function choose(sorted: readonly Near[]): { chosen: readonly Near[]; left: readonly Near[]; spent: number } {
  const taken = new Set<Near>()
  const started = new Set<boolean>()
  let spent = 0
  const take = (one: Near, isSure: boolean) => {
    const inBrowser = isTestInBrowser(one.path)
    const start = started.has(inBrowser) ? 0 : startSeconds[inBrowser ? 'inBrowser' : 'withoutBrowser']
    if (!isSure && spent + start + one.seconds > testSeconds) return
    taken.add(one)
    started.add(inBrowser)
    spent += start + one.seconds
  }
  for (const one of sorted) if (one.steps === 0 || isQuick(one)) take(one, true)
  for (const one of sorted) if (!taken.has(one)) take(one, false)
  for (const one of sorted) if (isKnown(one) && !taken.has(one)) take(one, true)
  return { chosen: sorted.filter((one) => taken.has(one)), left: sorted.filter((one) => !taken.has(one)), spent }
}
