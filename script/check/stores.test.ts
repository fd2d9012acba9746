import { expect, test } from 'vitest'
import { storesNamedIn } from './stores.ts'

test.each([
  'export const remembered = outroMemory(sessionStorage)',
  "const value = localStorage.getItem('a')",
  'const store = window.localStorage',
  'const find = () => localStorage',
  'const databases = await indexedDB.databases()',
  "import { openDB } from 'idb'",
  'const cache = await caches.open(name)',
  "document.cookie = 'a=b'",
  'const channel = new BroadcastChannel(name)',
])('a store of the browser is named in its own module alone: %s', (line) => {
  expect(storesNamedIn(`const a = 1\n${line}\n`, 'a.ts')).toEqual([expect.stringMatching(/^a\.ts:2 names .+: use .+\.ts/)])
})

test.each([
  'const store = environment.localStorage',
  'readonly sessionStorage: KeyStorage',
  'sessionStorage: tabStorage,',
  '// localStorage may be blocked',
  '/** `caches.open` */',
  "const name = 'localStorage'",
  'const parts = { build, caches }',
])('what only has the name of a store is none: %s', (line) => {
  expect(storesNamedIn(line, 'a.ts')).toEqual([])
})

test('its own module names it', () => {
  expect(storesNamedIn('const find = () => localStorage', 'packages/client/src/held-storage.ts')).toEqual([])
})
