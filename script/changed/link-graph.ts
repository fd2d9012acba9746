import { posix } from 'node:path'
import { createNameSearch } from './exported-names.ts'
import { type Files, filesNamedIn, importsOf, type Link, resolve } from './read-links.ts'
import { configurationOf, isScreenTest, isTest, isTestWithoutBrowser, knownToShow, subjects } from './what-tests-are-about.ts'

export type LinkGraph = ReadonlyMap<string, readonly Link[]>

/** The repository as the links are read from it. */
export interface Repository {
  /** Each file that git knows or would add, and those that a change deletes. */
  readonly paths: readonly string[]
  /** The texts of sources, stylesheets, pages and data. */
  readonly texts: ReadonlyMap<string, string>
}

const calls = 'packages/contract/src/calls.ts'

/** Settings of tools. They name sources, and no test depends on those through them. */
const isSetting = (path: string) => /^[\w.-]+\.json$|(^|\/)package\.json$/.test(path)

/** Rules about paths, and what tests them: they depend on what they import, and not on what they name. */
const isAboutPaths = (path: string) => /^script\/(changed|check)\/[\w.-]+\.ts$/.test(path)

/** Tests that a change reaches by what they import or are about come before all the others. */
const stepsToConfiguration = 3

/** What each file depends on: by imports, by naming a file, by making a call, and tests by what they are about. */
export function linkGraph(repository: Repository): LinkGraph {
  const files = filesOf(repository)
  const { texts, paths } = repository
  const graph = new Map<string, Link[]>(paths.map((path) => [path, []]))
  const link = (from: string, to: string, steps: number) => {
    if (to !== from && files.has(to)) graph.get(from)?.push({ to, steps })
  }
  const imported = createImports(texts, files)
  const calledIn = createCalls(texts, files)
  const messagesIn = createMessages(texts)
  const dependsOn = (path: string, text: string) => [
    ...imported(path, text),
    ...(isAboutPaths(path) ? [] : filesNamedIn(text, path, files)),
    ...calledIn.made(text),
    ...(isTest(path) ? [] : messagesIn(text)),
  ]
  for (const [path, text] of texts) {
    if (isSetting(path)) continue
    for (const to of new Set(dependsOn(path, text))) link(path, to, 1)
    for (const call of calledIn.handled(path, text)) link(call, path, 1)
  }
  for (const path of paths.filter(isTest)) {
    for (const [to, steps] of subjectsOf(path, files)) link(path, to, steps)
    for (const to of configurationOf(path)) link(path, to, stepsToConfiguration)
  }
  return graph
}

type LinksIn = (path: string, text: string) => readonly string[]

function createImports(texts: Repository['texts'], files: Files): LinksIn {
  const search = createNameSearch(texts, (word, path) => resolve(word, path, files)[0])
  return (path, text) =>
    importsOf(text).flatMap(({ from, names }) => {
      const module = resolve(from, path, files)[0]
      return module === undefined ? [] : search(module, names).filter((to) => to !== calls || !namesEachCall(text))
    })
}

function createCalls(texts: Repository['texts'], files: Files) {
  const byName = new Map(
    importsOf(texts.get(calls) ?? '').flatMap(({ from, names }) =>
      names.flatMap((name) => resolve(from, calls, files).map((file) => [name, file] as const)),
    ),
  )
  const filesOfNames = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, name = '']) => byName.get(name) ?? [])
  return {
    made: (text: string) => filesOfNames(text, /\bcalls\.(\w+)/g),
    // Whoever makes a call depends on the server's handler of it, which only the table of routes imports.
    handled: (path: string, text: string) =>
      path.startsWith('apps/server/') && !isTest(path) ? filesOfNames(text, /\broute\(\s*(\w+),/g) : [],
  }
}

/** Whether a source that imports the table of calls uses it by the names of calls alone. */
const namesEachCall = (text: string) => !/\bcalls\b(?!\.\w|'|\/)/.test(text.replace(/^import .*$/gm, ''))

/** What a test is about, with the steps there: each folder further below is one more. */
function subjectsOf(test: string, files: Files): readonly (readonly [to: string, steps: number])[] {
  const below = (start: string, first: number) =>
    files
      .below(start.slice(0, start.lastIndexOf('/') + 1))
      .filter((path) => path.startsWith(start) && !isTest(path))
      .map((path) => [path, first + path.slice(start.length).split('/').length - 1] as const)
  const folder = `${posix.dirname(test)}/`
  const listed = (subjects[test] ?? []).flatMap((start) => below(start, 1))
  if (isScreenTest(test)) return [...below(folder, 1), ...listed]
  if (!isTestWithoutBrowser(test)) return listed
  const known = knownToShow(test).map((path) => [path, 1] as const)
  return [...below(folder, 2).filter(([, steps]) => steps === 2), ...listed, ...known]
}

function createMessages(texts: Repository['texts']): (text: string) => readonly string[] {
  const byId = new Map<string, string[]>()
  for (const [path, text] of texts) {
    if (!/^packages\/i18n\/messages\/.*\.json$/.test(path)) continue
    for (const [, id = ''] of text.matchAll(/^ {2}"([\w.]+)":/gm)) byId.set(id, [...(byId.get(id) ?? []), path])
  }
  return (text) => [...text.matchAll(/'(\w+(?:\.\w+)+)'/g)].flatMap(([, id = '']) => byId.get(id) ?? [])
}

export function filesOf({ paths, texts }: Repository): Files {
  const all = new Set(paths)
  const folders = new Map<string, string[]>()
  for (const path of paths)
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end + 1)
      const inside = folders.get(folder)
      if (inside) inside.push(path)
      else folders.set(folder, [path])
    }
  const packages = new Map<string, readonly (readonly [string, string])[]>()
  for (const [path, text] of texts) {
    if (!/^packages\/[^/]+\/package\.json$/.test(path)) continue
    // Boundary: an own package.json, whose exports are patterns of one file each.
    const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> }
    packages.set(
      name,
      Object.entries(exports).map(([from, to]) => [posix.join(name, from), posix.join(posix.dirname(path), to)] as const),
    )
  }
  return {
    has: (path) => all.has(path),
    below: (folder) => folders.get(folder) ?? [],
    ofPackage: (specifier) => {
      const name = specifier.split('/').slice(0, 2).join('/')
      const places = (packages.get(name) ?? []).flatMap(([from, to]) => {
        const [before = '', after] = from.split('*')
        if (after === undefined) return from === specifier ? [to] : []
        const fits = specifier.startsWith(before) && specifier.endsWith(after)
        return fits ? [to.replace('*', specifier.slice(before.length, specifier.length - after.length))] : []
      })
      return places.find((place) => all.has(place))
    },
  }
}
