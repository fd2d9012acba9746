import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutServerSide, withPureSchemas } from './calls-plugin.ts'

const inPlayer = (code: string) => withoutServerSide(code, parseAst(code, { lang: 'ts' }))

test('of a call the player has what it sends and reads by, and nothing that the server checks', () => {
  const code = `export const limit = 3
export const save = defineCall({
  name: 'save',
  summary: 'Save, and more: a, b',
  method: 'POST',
  path: 'save',
  body: z.object({
    body: z.string(),
    kept: z.optional(limit),
  }),
  reply: z.object({ body: z.string() }),
  refusals: ['NOT_FOUND'],
})
`
  const kept = inPlayer(code)
  expect(kept.replace(/\s+/g, ' ').trim()).toBe(
    "export const limit = 3 export const save = defineCall({ name: 'save', method: 'POST', path: 'save', reply: z.object({ body: z.string() }), })",
  )
  expect(kept.split('\n')).toHaveLength(code.split('\n').length)
})

test('a schema that nothing reads may be left out, with all that is in it', () => {
  const code = 'const a = z.object({ b: z.string().check(z.minLength(1)), c: other(2) }); f(text(3))'
  const marked = withPureSchemas(code, parseAst(code, { lang: 'ts' }))
  expect(marked.replaceAll('/* @__PURE__ */ ', '~')).toBe(
    'const a = ~z.object({ b: ~z.string().check(~z.minLength(1)), c: other(2) }); f(~text(3))',
  )
})

test('each call of the contract loses its request’s schemas, and keeps its reply’s', () => {
  const folder = new URL('../../contract/src/calls/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(50)
  for (const name of files) {
    const code = readFileSync(new URL(name, folder), 'utf8')
    const kept = inPlayer(code)
    for (const [, call] of kept.matchAll(/defineCall\(\{(.*?)^\}\)/gms))
      expect(call, name).not.toMatch(/^ {2}(summary|source|refusals|params|query|body)\b/m)
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
    for (const field of [/^ {2}name: /gm, /^ {2}path: /gm, /^ {2}reply\b/gm])
      expect(count(kept, field), name).toBe(count(code, field))
  }
})
