import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lanesOf } from './modes.ts'

const stagesOf = (...args: string[]) => lanesOf(args)?.flat() ?? []
const namesOf = (...args: string[]) => stagesOf(...args).map(({ name }) => name)

test('a run without arguments has every stage but the attack, and no stage in its long form', () => {
  expect(namesOf()).toEqual(['check', 'vitest', 'playwright', 'chaos'])
  expect(stagesOf().filter(({ env }) => env?.SITWELL_TEST_EVERYTHING)).toEqual([])
})

test('--everything adds the attack, and has all stages in their long form', () => {
  expect(namesOf('--everything')).toEqual(['check', 'vitest', 'playwright', 'chaos', 'attack'])
  expect(stagesOf('--everything').filter(({ env }) => env?.SITWELL_TEST_EVERYTHING !== '1')).toEqual([])
})

test('--quick runs the checks and the rules', () => {
  expect(stagesOf('--quick').map(({ command }) => command.slice(-2))).toEqual([
    ['node', 'script/check.ts'],
    ['--project', 'rules'],
  ])
})

test('--chosen runs exactly the tests that a file names, and leaves out a stage that has none', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sitwell-chosen-')), 'chosen.json')
  const write = (chosen: object) => writeFileSync(path, JSON.stringify(chosen))
  write({ check: ['--change', 'c.json'], vitest: ['a.test.ts', 'b.test.ts'], playwright: [] })
  expect(stagesOf('--chosen', path).map(({ name, command }) => [name, ...command.slice(-2)])).toEqual([
    ['check', '--change', 'c.json'],
    ['vitest', 'a.test.ts', 'b.test.ts'],
  ])
  write({ check: [], vitest: 'a.test.ts', playwright: [] })
  expect(() => lanesOf(['--chosen', path])).toThrow()
})

test('an argument that nobody knows chooses nothing', () => {
  expect(lanesOf(['--slowly'])).toBeUndefined()
  expect(lanesOf(['--chosen'])).toBeUndefined()
})
