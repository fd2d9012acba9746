import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from '../check/bare-texts/syntax-tree.ts'
import { mutationsOf } from './mutations.ts'

const changed = (source: string) => mutationsOf(source).map(({ kind, source: after }) => `${kind}: ${after}`)

test('a bound takes or leaves its end, and an equality and a conjunction turn round', () => {
  expect(changed('f(a < b)')).toEqual(['bound: f(a <= b)'])
  expect(changed('f(a >= b)')).toEqual(['bound: f(a > b)'])
  expect(changed('f(a === b)')).toEqual(['equality: f(a !== b)'])
  expect(changed('f((a) && b)')).toEqual(['logic: f((a) || b)'])
})

test('a default goes, a literal gets another value, and a choice is made the other way', () => {
  expect(changed('f(a ?? b)')).toEqual(['default: f(a)'])
  expect(changed('f(true)')).toEqual(['literal: f(false)'])
  expect(changed('f(9)')).toEqual(['literal: f(10)'])
  expect(changed('f(-9)')).toEqual(['literal: f(9)'])
  expect(changed('f(c ? a : b)')).toEqual(['swap: f(c ? b : a)'])
})

test('a guard without an else is left out', () => {
  expect(changed('if (c) throw e\nf()')).toEqual(['guard: ;\nf()'])
  expect(changed('if (c) f()\nelse g()')).toEqual([])
})

test('each field of an object is left out, with its comma, also one that is spread or short', () => {
  expect(changed('f({ a: x, b })')).toEqual(['field: f({  b })', 'field: f({ a: x,  })'])
  expect(changed('f({ ...x, a: y })')).toEqual(['field: f({  a: y })', 'field: f({ ...x,  })'])
})

test('types and imports stay, and what stands behind a sign of several bytes is changed in its place', () => {
  expect(changed("import a from 'a'\ninterface B { c: 1 }\ntype D = 2\nf(x as 3)")).toEqual([])
  expect(mutationsOf("f('Übung – 1')\nf(a < 2)")).toMatchObject([
    { line: 2, before: ' < ', after: ' <= ', source: "f('Übung – 1')\nf(a <= 2)" },
    { line: 2, before: '2', after: '3' },
  ])
})

test('whatever is changed in a source of ours, what comes of it can be read', async () => {
  const source = await readFile(new URL('mutations.ts', import.meta.url), 'utf8')
  const mutations = mutationsOf(source)
  expect(mutations.length).toBeGreaterThan(50)
  for (const mutation of mutations) {
    expect(mutation.source).not.toBe(source)
    expect(() => parse(mutation.source, false), `${mutation.line}: ${mutation.before}`).not.toThrow()
  }
})
