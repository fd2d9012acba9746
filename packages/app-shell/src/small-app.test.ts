import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const folder = new URL('../small-app/', import.meta.url)

/** The lines of a source that do something: neither imports nor comments, and none that is empty. */
const linesOf = (source: string) =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\/|^import .*$/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

test('an app on the shared packages takes thirty lines beside its imports', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tsx'))
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  expect(sources.flatMap(linesOf).length).toBeLessThanOrEqual(30)
})
