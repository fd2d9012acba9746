import { expect, test } from 'vitest'
import { type Files, filesNamedIn, importsOf, resolve } from './read-links.ts'

const filesAt = (...paths: string[]): Files => ({
  has: (path) => paths.includes(path),
  below: (folder) => paths.filter((path) => path.startsWith(folder)),
  ofPackage: (specifier) => (specifier === '@sitwell/exam/clock' ? 'packages/exam/src/clock.ts' : undefined),
})

test('imports and re-exports are read with their names, over several lines too; imports of types alone are left out', () => {
  const text = [
    "import { type Clock, createClock as clock } from './clock.ts'",
    "import type { Zone } from './zone.ts'",
    "import { type Day } from './day.ts'",
    'import fc, {',
    '  property,',
    "} from 'fast-check'",
    "export * from './all.ts'",
    "export { one } from './one.ts'",
    'export const two = 2',
    "const word = 'from nowhere'",
  ].join('\n')
  expect(importsOf(text)).toEqual([
    { from: './clock.ts', names: ['createClock'], isReExport: false },
    { from: 'fast-check', names: ['property', 'default'], isReExport: false },
    { from: './all.ts', names: ['*'], isReExport: true },
    { from: './one.ts', names: ['one'], isReExport: true },
  ])
})

test.each([
  ['a dynamic import', "const load = () => import('./panel.tsx')", ['apps/player/src/panel.tsx']],
  ['a program beside it', "fork(new URL('./worker.ts', import.meta.url))", ['apps/player/src/worker.ts']],
  ['a file named from the root', "spawn('script/build')", ['script/build']],
  ['a stylesheet', '@import "./tokens.css";', ['apps/player/src/tokens.css']],
  ['each file of a folder', "join(import.meta.dirname, '../../../demo/exam')", ['demo/exam/a.json', 'demo/exam/b.json']],
  ['what may fill a template', '`../../../demo/exam/$' + '{name}.json`', ['demo/exam/a.json', 'demo/exam/b.json']],
  ['nothing in a comment', "/** See './panel.tsx'. */\n// and './worker.ts'", []],
  ['nothing in words', "throw new Error('no panel.tsx and no worker')", []],
])('a source depends on the files that it names: %s', (_what, text, expected) => {
  const files = filesAt(
    'apps/player/src/app.tsx',
    'apps/player/src/panel.tsx',
    'apps/player/src/worker.ts',
    'apps/player/src/tokens.css',
    'script/build',
    'demo/exam/a.json',
    'demo/exam/b.json',
  )
  expect(filesNamedIn(text, 'apps/player/src/app.tsx', files)).toEqual(expected)
})

test('a word leads to a package’s file by its exports, and never to a folder that the source is in itself', () => {
  const files = filesAt('packages/exam/src/clock.ts', 'apps/a.ts', 'apps/b.ts')
  expect(resolve('@sitwell/exam/clock', 'apps/a.ts', files)).toEqual(['packages/exam/src/clock.ts'])
  expect(resolve('.', 'apps/a.ts', files)).toEqual([])
  expect(resolve('../apps/', 'apps/a.ts', files)).toEqual([])
})
