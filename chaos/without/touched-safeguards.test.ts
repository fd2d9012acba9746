import { expect, test } from 'vitest'
import { safeguards } from './safeguards.ts'
import { staffSafeguards } from './staff.ts'
import { fewOf, filesToRead, touchedSafeguards } from './touched-safeguards.ts'

const guarded = (name: string, file: string, alsoIn: string[] = []) => ({
  name,
  edits: [{ file, find: 'guard()', replace: 'true' }],
  alsoIn,
  definedIn: `chaos/without/${name}.ts`,
})
const queue = guarded('queue', 'sync/queue.ts')
const store = guarded('store', 'storage/store.ts', ['storage/thread.js'])
const both = [queue, store]

const imports = new Map([
  ['sync/queue.ts', ['sync/delivery.ts', 'sync/index.ts']],
  ['sync/player-sync.ts', ['sync/queue.ts']],
  ['sync/queue.test.ts', ['sync/queue.ts']],
  ['sync/index.ts', ['sync/queue.ts']],
  ['sync/page.ts', ['sync/player-sync.ts']],
  ['storage/thread.js', ['storage/file.js']],
])
const touchedBy = (...changed: string[]) => touchedSafeguards(both, changed, imports).map(({ name }) => name)

test.each([
  ['the file that it edits', 'sync/queue.ts', ['queue']],
  ['a file that this one imports', 'sync/delivery.ts', ['queue']],
  ['a file that imports this one', 'sync/player-sync.ts', ['queue']],
  ['the file that defines it', 'chaos/without/store.ts', ['store']],
  ['another file that it is part of', 'storage/thread.js', ['store']],
  ['what that one imports', 'storage/file.js', ['store']],
  ['something two steps away', 'sync/page.ts', []],
  ['a test', 'sync/queue.test.ts', []],
  ['an index', 'sync/index.ts', []],
  ['something else', 'docs/durability.md', []],
])('a change of %s touches these safeguards', (_, file, names) => {
  expect(touchedBy(file)).toEqual(names)
})

test('changes touch what each of them touches, once; none touch nothing', () => {
  expect(touchedBy('sync/delivery.ts', 'sync/queue.ts', 'storage/store.ts')).toEqual(['queue', 'store'])
  expect(touchedBy()).toEqual([])
})

test('imports are read of guarded files and of changed code, and of nothing else', () => {
  expect(filesToRead(both, ['a.ts', 'b.test.ts', 'c.md', 'd/index.ts', 'sync/queue.ts'])).toEqual([
    'a.ts',
    'storage/store.ts',
    'storage/thread.js',
    'sync/queue.ts',
  ])
})

test('each safeguard is touched by a change of each file that it edits', () => {
  for (const one of safeguards)
    for (const { file } of one.edits) expect(touchedSafeguards(safeguards, [file], new Map())).toContain(one)
})

test('and so is each safeguard of staff', () => {
  const listed = staffSafeguards.map((one) => ({ ...one, definedIn: 'chaos/without/staff.ts' }))
  for (const one of listed)
    for (const { file } of one.edits) expect(touchedSafeguards(listed, [file], new Map())).toContain(one)
})

test('of many a few are chosen, and each of them by some commit', () => {
  const all = [...'abcde']
  expect(fewOf(all, 5, '00000003')).toEqual(all)
  expect(fewOf(all, 3, '00000003')).toEqual(['d', 'e', 'a'])
  expect(new Set([0, 1, 2, 3, 4].map((number) => fewOf(all, 1, `0000000${number}`)[0]))).toEqual(new Set(all))
})
