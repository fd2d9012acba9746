import { areasOf, areasOfOfficePages } from '@sitwell/i18n/areas'
import { readFileOf } from '@sitwell/i18n/read-messages'
import { filesOf, type Repository } from '../changed/link-graph.ts'
import { filesNamedIn, importsOf, resolve } from '../changed/read-links.ts'
import { readRepository } from '../changed/read-repository.ts'
import type { Finding } from './run-tool.ts'

/** The set of each text that only some pages load, by its id. */
type SetOfIds = ReadonlyMap<string, string>

const office = 'apps/office/src'
const pagesFile = `${office}/pages.tsx`
/** Its page is its own start, which loads its texts by itself. */
const firstRun = `${office}/first-run/`
const startOfFirstRun = `${firstRun}start-first-run.tsx`

const pageLine = /\blazyPage\(\(\) => import\('\.\/([^']+)'\)((?:,\s*'\w+')*),?\s*\)/g

/** The sets whose ids stand in a source: written out, or as the beginning of a template. */
const setsIn = (text: string, setOf: SetOfIds): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [, id = ''] of text.matchAll(/['"]([\w-]+(?:\.[\w-]+)+)['"]/g)) {
    const set = setOf.get(id)
    if (set !== undefined) found.set(set, id)
  }
  for (const [, start = ''] of text.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g))
    for (const [id, set] of setOf) if (id.startsWith(start)) found.set(set, `${start}…`)
  return found
}

/** The sets that the first run uses, and its start doesn't name. */
const faultsOfFirstRun = (start: string, used: ReadonlyMap<string, string>): string[] => {
  const named = /\bnames = \[([^\]]*)\]/.exec(start)?.[1] ?? ''
  return [...used]
    .filter(([set]) => !named.includes(`'${set}'`))
    .map(([set, place]) => `${startOfFirstRun} doesn't name the set ${set}, of ${place}`)
}

/** The problems with the sets that the pages of the office name, a line each: a text whose set isn't loaded has no words. */
export const faultsOfPages = (repository: Repository, setOf: SetOfIds): string[] => {
  const { texts } = repository
  const files = filesOf(repository)
  const isCode = (path: string) => /^(apps\/office|packages\/office-ui)\/src\/.*\.tsx?$/.test(path)
  const nextTo = (path: string): readonly string[] => {
    const text = texts.get(path) ?? ''
    const imported = importsOf(text).flatMap(({ from }) => resolve(from, path, files))
    const loaded = path === pagesFile ? [] : filesNamedIn(text, path, files)
    return [...imported, ...loaded].filter(isCode)
  }
  const reachOf = (start: string, without: ReadonlySet<string>): ReadonlySet<string> => {
    const reached = new Set<string>()
    const waiting = [start]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path) || without.has(path) || path.startsWith(firstRun)) continue
      reached.add(path)
      waiting.push(...nextTo(path))
    }
    return reached
  }
  const usedIn = (paths: Iterable<string>): ReadonlyMap<string, string> => {
    const used = new Map<string, string>()
    for (const path of paths) for (const [set, id] of setsIn(texts.get(path) ?? '', setOf)) used.set(set, `${id} in ${path}`)
    return used
  }
  const everywhere = reachOf(`${office}/main.tsx`, new Set())
  const faults = [...usedIn(everywhere)].map(([set, place]) => `${place}: every page loads this file, and not the set ${set}`)
  for (const [, file = '', named = ''] of (texts.get(pagesFile) ?? '').matchAll(pageLine)) {
    const sets = [...named.matchAll(/'(\w+)'/g)].map(([, set = '']) => set)
    const used = usedIn(reachOf(`${office}/${file}`, everywhere))
    for (const [set, place] of used)
      if (!sets.includes(set)) faults.push(`${pagesFile}: ${file} doesn't name the set ${set}, of ${place}`)
    for (const set of sets)
      if (!used.has(set)) faults.push(`${pagesFile}: ${file} names the set ${set}, and uses no text of it`)
  }
  const inFirstRun = [...texts.keys()].filter((path) => path.startsWith(firstRun) && isCode(path))
  return [...faults, ...faultsOfFirstRun(texts.get(startOfFirstRun) ?? '', usedIn(inFirstRun))]
}

/** Each page of the office names the sets of texts that its code uses, and no others. */
export const checkTextsOfPages = async (): Promise<Finding> => {
  const setOf = new Map(
    // The texts of the first run are loaded by its own start alone.
    Object.entries({ ...areasOfOfficePages, firstRun: areasOf.firstRun }).flatMap(([set, areas]) =>
      areas.flatMap((area) => Object.keys(readFileOf('en', area)).map((id) => [id, set] as const)),
    ),
  )
  const faults = faultsOfPages(readRepository(process.cwd(), []), setOf)
  return { ok: faults.length === 0, detail: faults.join('\n') }
}
