import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { switchable, without } from './edit.ts'
import { safeguards } from './safeguards.ts'

const edit = { file: 'a.ts', find: 'guard()', replace: 'nothing' }

test('each safeguard is found in the sources exactly once', async () => {
  for (const { edits } of safeguards)
    for (const one of edits) {
      const source = await readFile(new URL(`../../${one.file}`, import.meta.url), 'utf8')
      expect(without(source, [one])).not.toBe(source)
    }
})

test('a safeguard that isn’t there, or there twice, is an error and not a harness that shows nothing', () => {
  expect(() => without('something else', [edit])).toThrow('a.ts has no longer: guard()')
  expect(() => without('guard() && guard()', [edit])).toThrow('a.ts has more than once: guard()')
})

test('several are taken out of one file, whichever comes first', () => {
  const other = { file: 'a.ts', find: 'lock()', replace: 'open' }
  expect(without('guard(); lock()', [other, edit])).toBe('nothing; open')
})

test('a switch takes out the safeguard that the page names, and no other', () => {
  const code = switchable('return guard()', [{ ...edit, safeguard: 'the guard' }])
  const run = (named: string | undefined) =>
    new Function('globalThis', 'guard', 'nothing', code)({ sitwellWithout: named }, () => 1, 0)
  expect([run('the guard'), run('another'), run(undefined)]).toEqual([0, 1, 1])
})
