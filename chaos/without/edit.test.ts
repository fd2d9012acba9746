import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { switchable } from './edit.ts'
import { safeguards } from './safeguards.ts'

const edit = { file: 'a.ts', find: 'guard()', replace: 'nothing', safeguard: 'the guard' }

/** What it comes to for whoever names this safeguard. */
const run = (code: string, named: string | undefined) =>
  new Function('globalThis', 'guard', 'lock', 'nothing', 'open', code)(
    { sitwellWithout: named },
    ...[() => 'guarded', () => 'locked', 'not guarded', 'open'],
  )

test('each safeguard is found in the sources exactly once', async () => {
  for (const { name, edits } of safeguards)
    for (const one of edits) {
      const source = await readFile(new URL(`../../${one.file}`, import.meta.url), 'utf8')
      expect(switchable(source, [{ ...one, safeguard: name }])).not.toBe(source)
    }
})

test('a safeguard that isn’t there, or there twice, is an error and not a harness that shows nothing', () => {
  expect(() => switchable('something else', [edit])).toThrow('a.ts has no longer: guard()')
  expect(() => switchable('guard() && guard()', [edit])).toThrow('a.ts has more than once: guard()')
})

test('a switch takes out the safeguard that is named, and no other', () => {
  const lock = { ...edit, find: 'lock()', replace: 'open', safeguard: 'the lock' }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a program
  const code = switchable('return `${guard()} and ${lock()}`', [lock, edit])
  expect([run(code, 'the guard'), run(code, 'the lock'), run(code, undefined)]).toEqual([
    'not guarded and locked',
    'guarded and open',
    'guarded and locked',
  ])
})

test('words of a template string are switched too', () => {
  const words = { ...edit, find: 'where a > 1', replace: 'where true', isOfTemplate: true }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a program
  const code = switchable('return `update ${guard()} where a > 1`', [words])
  expect([run(code, 'the guard'), run(code, undefined)]).toEqual(['update guarded where true', 'update guarded where a > 1'])
})
