import { posix } from 'node:path'
import { createNameSearch } from './exported-names.ts'
import { type Files, filesNamedIn, importsOf, type Link, resolve } from './read-links.ts'
import { configurationOf, isScreenTest, isTest, isTestWithoutBrowser, subjects } from './what-tests-are-about.ts'

export type LinkGraph = ReadonlyMap<string, readonly Link[]>

/** The repository as the links are read from it. */
export interface Repository {
  /** Each file that git knows or would add, and those that a change deletes. */
  readonly paths: readonly string[]
  /** The texts of sources, stylesheets, pages and data. */
  readonly texts: ReadonlyMap<string, string>
}

const calls = 'packages/contract/src/calls.ts'

/** What each file depends on: by imports, by naming a file, by making a call, and tests by what they are about. */
export function linkGraph(repository: Repository): LinkGraph {
  const files = filesOf(repository)
  const { texts } = repository
  const one = (word: string, path: string) => resolve(word, path, files)[0]
  const search = createNameSearch(texts, one)
  const callFiles = new Map(
    importsOf(texts.get(calls) ?? '').flatMap(({ from, names }) => names.map((name) => [name, one(from, calls)] as const)),
  )
  const messageFiles = filesOfMessages(texts)
  const graph = new Map<string, Link[]>(repository.paths.map((path) => [path, []]))
  const link = (from: string, to: string | undefined, steps = 1) => {
    if (to !== undefined && to !== from) graph.get(from)?.push({ to, steps })
  }

  for (const [path, text] of texts) {
    for (const { from, names } of importsOf(text)) {
      const module = one(from, path)
      if (module === undefined) continue
      for (const to of search(module, names)) if (to !== calls || !namesEachCall(text)) link(path, to)
    }
    for (const to of filesNamedIn(text, path, files)) link(path, to)
    for (const [, name = ''] of text.matchAll(/\bcalls\.(\w+)/g)) link(path, callFiles.get(name))
    // Whoever makes a call depends on the server's handler of it, which only the table of routes imports.
    if (path.startsWith('apps/server/') && !isTest(path))
      for (const [, name = ''] of text.matchAll(/\broute\(\s*(\w+),/g)) {
        const call = callFiles.get(name)
        if (call !== undefined) link(call, path)
      }
    if (!isTest(path)) for (const [, id = ''] of text.matchAll(/'(\w+(?:\.\w+)+)'/g)) for (const to of messageFiles(id)) link(path, to)
  }
  for (const path of repository.paths.filter(isTest)) {
    for (const [to, steps] of subjectsOf(path, files)) link(path, to, steps)
    for (const to of configurationOf(path)) link(path, files.has(to) ? to : undefined)
  }
  return graph
}

/** Whether a source that imports the table of calls uses it by the names of calls alone. */
const namesEachCall = (text: string) => !/\bcalls\b(?!\.\w|'|\/)/.test(text.replace(/^import .*$/gm, ''))

function* subjectsOf(path: string, files: Files): Generator<[to: string, steps: number]> {
  const folder = `${posix.dirname(path)}/`
  const depthBelow = (base: string, to: string) => to.slice(base.length).split('/').length - 1
  if (isTestWithoutBrowser(path))
    for (const to of files.below(folder)) if (!isTest(to) && depthBelow(folder, to) === 0) yield [to, 2]
  if (isScreenTest(path)) for (const to of files.below(folder)) if (!isTest(to)) yield [to, 1 + depthBelow(folder, to)]
  for (const subject of subjects[path] ?? [])
    for (const to of files.below(subject.slice(0, subject.lastIndexOf('/') + 1)))
      if (to.startsWith(subject) && !isTest(to)) yield [to, 1 + depthBelow(subject, to)]
}

function filesOfMessages(texts: ReadonlyMap<string, string>): (id: string) => readonly string[] {
  const byId = new Map<string, string[]>()
  for (const [path, text] of texts)
    if (path.startsWith('packages/i18n/messages/') && path.endsWith('.json'))
      for (const [, id = ''] of text.matchAll(/^ {2}"([\w.]+)":/gm)) byId.set(id, [...(byId.get(id) ?? []), path])
  return (id) => byId.get(id) ?? []
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
