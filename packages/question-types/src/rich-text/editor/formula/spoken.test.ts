import { createCatalogue } from '@sitwell/i18n/catalogue'
import { languageOf } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { expect, test } from 'vitest'
import { spokenMath } from './spoken.ts'
import { typeset } from './typeset.ts'

const nothing = { name: 'mrow', attributes: {}, children: [], text: '' }
const said = async (tag: 'en' | 'de' | 'ar' | 'cy', typed: string) => {
  const catalogue = createCatalogue(await loadMessages(tag, 'writing'), languageOf(tag))
  return spokenMath(typeset(typed)?.math ?? nothing, (id, values) => catalogue.text(id as MessageId, values))
}

test.each([
  ['x^2', 'x to the power 2'],
  ['a_1', 'a sub 1'],
  ['x_1^2', 'x sub 1 to the power 2'],
  ['1/2', '1 over 2'],
  ['(a+b)/2', 'fraction: a + b, over: 2, end of fraction'],
  ['sqrt(2)', 'square root of 2'],
  ['sqrt(x^2)', 'square root of x to the power 2, end of root'],
  ['root(3)(8)', 'root of degree 3 of 8, end of root'],
  ['sum_(k=1)^n k', 'sum from k = 1 to n, of k'],
  ['int_0^1 x', 'integral from 0 to 1, of x'],
  ['lim_(x->0) x', 'lim with x → 0 below, x'],
  ['\\vec{a}', 'a with → above'],
  ['\\begin{matrix}1&2\\\\3&4\\end{matrix}', 'row: 1, 2; row: 3, 4;'],
])('%s is said as “%s”', async (typed, words) => {
  expect(await said('en', typed)).toBe(words)
})

test('a formula is said in each language, with the end of what could go on', async () => {
  expect(await said('ar', 'sqrt(x^2)')).toBe('جذر \u2068\u2068x\u2069 أس 2،\u2069 نهاية الجذر')
  expect(await said('de', '(a+b)/2')).toBe('Bruch: a + b, durch: 2, Ende des Bruchs')
  expect(await said('cy', '(a+b)/2')).toBe('ffracsiwn: a + b, dros: 2, diwedd y ffracsiwn')
  expect(await said('ar', '(a+b)/2')).toBe('كسر: \u2068a + b\u2069، على: 2، نهاية الكسر')
})
