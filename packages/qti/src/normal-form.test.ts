import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalForm } from './normal-form.ts'

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const
/** Two marks that Unicode has in the other order. */
const pair = '\u0301\u0323'

test('is Unicode’s own of whatever anybody writes', () => {
  const written = fc.array(
    fc.tuple(fc.string({ unit: 'binary', maxLength: 5 }), fc.nat(15)).map(([text, pairs]) => `${text}a${pair.repeat(pairs)}`),
  )
  fc.assert(
    fc.property(written, fc.constantFrom(...forms), (parts, form) => {
      const text = parts.join('')
      fc.pre(!/\p{M}{31}/u.test(text))
      expect(normalForm(text, form)).toBe(text.normalize(form))
    }),
  )
})

test('leaves a text as it is that piles marks up: sorting all of them would hold a server up', () => {
  for (const form of forms)
    for (const marks of [pair, '\u0301\uff9e']) {
      const text = `e\u0301a${marks.repeat(200_000)}`
      expect(normalForm(text, form) === text).toBe(true)
      expect(normalForm(`e\u0301a${marks.repeat(10)}`, form)).toBe(`e\u0301a${marks.repeat(10)}`.normalize(form))
    }
})

test('knows every character that composing makes a mark of', () => {
  const unknown: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (!/[\p{M}\uff9e\uff9f\p{Cs}]/u.test(character) && forms.some((form) => /^\p{M}/u.test(character.normalize(form))))
      unknown.push(code.toString(16))
  }
  // Vowels of Thai and Lao, whose sign above begins again.
  expect(unknown).toEqual(['e33', 'eb3'])
})
