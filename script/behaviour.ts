import { glob, readFile, writeFile } from 'node:fs/promises'
import { readTests, type TestFile } from './behaviour/read-tests.ts'
import { writeBehaviour } from './behaviour/write-behaviour.ts'

export const behaviourPath = 'docs/behaviour.md'

/** Reads every test of the project; what stands in node_modules and in built files is none. */
export async function readAllTests(): Promise<TestFile> {
  const all: TestFile = { shown: [], strays: [] }
  const places = '{apps,packages,e2e,demo,bench,chaos}/**/*.{test,spec,chaos}.{ts,tsx}'
  for await (const path of glob(places, { exclude: ['**/node_modules', '**/dist'] })) {
    const { shown, strays } = readTests(await readFile(path, 'utf8'), path)
    all.shown.push(...shown)
    all.strays.push(...strays)
  }
  return all
}

if (import.meta.main) await writeFile(behaviourPath, writeBehaviour((await readAllTests()).shown))
