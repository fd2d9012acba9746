import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readDirectImports } from './direct-imports.ts'
import { safeguards } from './safeguards.ts'

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

test('what a file imports is read by the sources, through packages too; types and programs of others are left out', async () => {
  const file = 'packages/client/src/create-api.ts'
  const read = await readDirectImports(root, [file, 'packages/client/src/gone.ts', 'docs/durability.md'])
  const imports = read.get(file) ?? []
  expect(imports).toContain('packages/client/src/request.ts')
  expect(imports).toContain('packages/contract/src/index.ts')
  expect(imports).not.toContain('packages/client/src/api.ts')
  expect(imports.filter((one) => one.includes('node_modules'))).toEqual([])
  expect(read.get('packages/client/src/gone.ts')).toBeUndefined()
})

test('every file that a safeguard is part of is there, and its imports can be read', async () => {
  const own = safeguards.flatMap(({ edits, alsoIn = [], definedIn }) => [
    ...edits.map(({ file }) => file),
    ...alsoIn,
    definedIn,
  ])
  expect(own.filter((file) => !existsSync(`${root}/${file}`))).toEqual([])
  const files = [...new Set(own)]
  expect([...(await readDirectImports(root, files)).keys()].sort()).toEqual(files.sort())
})
