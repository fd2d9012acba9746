import { expect, test } from 'vitest'
import { missedLinks } from './missed-links.ts'

type Modules = Parameters<typeof missedLinks>[0]
type Dependency = Modules[number]['dependencies'][number]

const modulesOf = (imports: Readonly<Record<string, readonly [to: string, ...types: string[]][]>>) =>
  Object.entries(imports).map(([source, all]) => ({
    source,
    // Boundary: of a dependency only these are read.
    dependencies: all.map(([resolved, ...dependencyTypes]) => ({ resolved, dependencyTypes }) as unknown as Dependency),
  }))
const graph = new Map([
  ['a.ts', [{ to: 'declared.ts', steps: 1 }]],
  ['index.ts', [{ to: 'declared.ts', steps: 1 }]],
  ['declared.ts', []],
  ['other.ts', []],
])

test.each([
  ['a link that is followed', [['declared.ts', 'import']], 0],
  ['one that leads past an index to what the index passes on', [['index.ts', 'import']], 0],
  ['an import of types alone', [['other.ts', 'import', 'type-only']], 0],
  ['a library', [['node_modules/zod/index.js', 'import']], 0],
  ['an import that is not followed', [['other.ts', 'import']], 1],
] as const)('%s', (_what, imports, expected) => {
  const modules = modulesOf({ 'a.ts': imports.map((one) => [...one]), 'index.ts': [['declared.ts', 'export']] })
  expect(missedLinks(modules, graph)).toHaveLength(expected)
})
