import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRows } from './requirements/read-rows.ts'
import { readTests, type TestFile } from './requirements/read-tests.ts'
import { areaOf, writePages } from './requirements/write-pages.ts'

export const requirementsFolder = 'docs/requirements'

/** What may name a row: code, tests and pages; what is in node_modules and in built files is none. */
const sources = '{apps,packages,e2e,demo,bench,chaos,script,docs}/**/*.{ts,tsx,md}'
const isTest = (path: string) => /\.(test|spec|chaos)\.tsx?$/.test(path)

export interface Requirements extends TestFile {
  readonly rows: ReturnType<typeof readRows>
  /** By their file's name, as they have to be. */
  readonly pages: ReadonlyMap<string, string>
  /** Rows that are named somewhere, and are none. */
  readonly strangers: readonly { readonly file: string; readonly row: string }[]
}

/** Reads the rows, every test of the project, and whatever names a row. */
export async function readRequirements(): Promise<Requirements> {
  const rows = readRows(await readFile(join(requirementsFolder, 'rows.tsv'), 'utf8'))
  const known = new Set(rows.map(({ id }) => id))
  const areas = [...new Set(rows.map(({ id }) => areaOf(id)))]
  const rowId = new RegExp(`\\b(?:${areas.join('|')})-\\d{3}\\b`, 'g')
  const all: TestFile = { shown: [], strays: [] }
  const strangers: { file: string; row: string }[] = []
  for await (const path of glob(sources, { exclude: ['**/node_modules', '**/dist', requirementsFolder] })) {
    const text = await readFile(path, 'utf8')
    for (const row of new Set(text.match(rowId))) if (!known.has(row)) strangers.push({ file: path, row })
    if (!isTest(path)) continue
    const { shown, strays } = readTests(text, path)
    all.shown.push(...shown)
    all.strays.push(...strays)
  }
  return { ...all, rows, strangers, pages: writePages(rows, all.shown) }
}

if (import.meta.main) {
  const { pages } = await readRequirements()
  await mkdir(requirementsFolder, { recursive: true })
  for await (const old of glob('*.md', { cwd: requirementsFolder }))
    if (!pages.has(old)) await rm(join(requirementsFolder, old))
  for (const [name, page] of pages) await writeFile(join(requirementsFolder, name), page)
}
