import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inspect } from '@sitwell/i18n/inspect'
import { languages } from '@sitwell/i18n/languages'
import { readMessages } from '@sitwell/i18n/read-messages'
import { expect, test } from 'vitest'

/** Texts that choose a form by a number, or write one, in any language. */
const countingIds = new Set(
  languages.flatMap(({ tag }) =>
    Object.entries(readMessages(tag, 'player')).flatMap(([id, message]) => (inspect(message).plurals.length > 0 ? [id] : [])),
  ),
)

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const calls = globSync('{apps/player,packages/*}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((name) => !/\.(test|spec)\.tsx?$/.test(name))
  .flatMap((name) => [...readFileSync(root + name, 'utf8').matchAll(/\btext\(\s*'([\w.-]+)',\s*(\{[^}]*\})/g)])

test('a text that counts is given the number, which it writes itself: of one that is written already it makes “NaN”', () => {
  const counting = calls.filter(([, id = '']) => countingIds.has(id))
  expect(counting.length).toBeGreaterThan(20)
  const written = counting.filter(([, , values = '']) => /toLocaleString|toFixed|String\(|`/.test(values))
  expect(written.map(([call]) => call)).toEqual([])
})
