import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparablePattern, comparableText } from './comparable-text.ts'
import { foldCase } from './fold-case.ts'
import { compilePattern } from './pattern.ts'
import { anyCasePattern, literalPattern } from './text-pattern.ts'

test.each([
  ['don’t', "don't"],
  ['l’homme', 'lʼhomme'],
  ['“yes”', '"yes"'],
  ['„ja“', '«\u202fja\u00a0»'],
  ['well\u2011known', 'well-known'],
  ['1914–18', '1914\u221218'],
  ['co\u00adoperate', 'cooperate'],
  ['a\u200b\u2060\ufeffb', 'ab'],
  ['10\u00a0kg', '10 kg'],
  ['ﬁne', 'fine'],
  ['ＡＢＣ', 'ABC'],
  ['ｶﾞ', 'ガ'],
  ['cafe\u0301', 'café'],
  ['H₂O', 'H2O'],
  ['C₆H₁₂O₆', 'C6H12O6'],
  ['Ca(OH)₂', 'Ca(OH)2'],
  ['צה״ל', 'צה"ל'],
  ['Hawaiʻi', "Hawai'i"],
])('%j is compared as %j', (one, other) => expect(comparableText(one)).toBe(comparableText(other)))

test.each([
  ['10³', '103'],
  ['x²', 'x2'],
  ['xⁿ', 'xn'],
  ['10⁻³', '10-3'],
  ['1½', '11/2'],
  ['½', '1⁄2'],
  ['①', '1'],
  ['5㎡', '5m2'],
  ['10₂', '102'],
  ['log₂8', 'log28'],
  ['log₁₂8', 'log128'],
  ['a b', 'ab'],
  ['its', "it's"],
  ['reform', 're-form'],
  ['pH', 'PH'],
])('%j is another text than %j', (one, other) => expect(comparableText(one)).not.toBe(comparableText(other)))

test('no character that is no digit becomes one', () => {
  const wrong: string[] = []
  // Unicode has no digits in another form beyond these.
  for (let code = 0x80; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (!/[\p{Nd}\p{Cs}]/u.test(character) && /\d/.test(comparableText(character))) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

/** Texts with many of the characters that are compared as others. */
const written = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'aIıİßẞſΣς₂²½’“«»–\u00a0\u00ad\u200b\u0301\u0307ﬁŉ㎡ｶﾞ\u1ffdx2 '),
    fc.string({ unit: 'binary' }),
  ),
  maxLength: 12,
})

test('what is comparable stays as it is', () => {
  fc.assert(
    fc.property(written, (text) => {
      expect(comparableText(comparableText(text))).toBe(comparableText(text))
    }),
  )
})

test('a text that is full of marks is compared as it stands', () => {
  const piled = `a${'\u0301\u0323'.repeat(200_000)}`
  expect(comparableText(`’${piled}`)).toBe(`'${piled}`)
})

test('no case of any letter changes what a text is without case', () => {
  const wrong: string[] = []
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    if (!/[\p{L}\p{M}\p{N}\p{S}]/u.test(letter)) continue
    const fold = foldCase(letter)
    if ([letter.toUpperCase(), letter.toLowerCase(), fold].some((one) => foldCase(one) !== fold)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

test.each([
  ['Straße', 'STRASSE'],
  ['Straße', 'STRAẞE'],
  ['İstanbul', 'istanbul'],
  ['İstanbul', 'ISTANBUL'],
  ['ısı', 'ISI'],
  ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς'],
])('%s and %s differ in their case alone', (one, other) => expect(foldCase(one)).toBe(foldCase(other)))

test('the case of a text doesn’t hang on what stands around it', () => {
  fc.assert(
    fc.property(written, written, (one, other) => {
      expect(foldCase(one + other)).toBe(foldCase(foldCase(one) + foldCase(other)))
    }),
  )
})

test('a pattern in any case fits a text in each of its cases, and one that is literal only itself', () => {
  const words = fc.string({ unit: fc.constantFrom(...'aIıİßẞſΣςkåÅ.*-[ '), maxLength: 6 })
  fc.assert(
    fc.property(words, words, (text, other) => {
      // Of three letters s nobody knows which two were one.
      fc.pre(!foldCase(text).includes('sss') && !foldCase(other).includes('sss'))
      const fits = compilePattern(anyCasePattern(text))
      for (const one of [text, text.toUpperCase(), text.toLowerCase(), foldCase(text)]) expect(fits(one)).toBe(true)
      expect(fits(other)).toBe(foldCase(other) === foldCase(text))
      expect(compilePattern(literalPattern(text))(other)).toBe(text === other)
    }),
  )
})

test('a pattern for comparable texts keeps its classes', () => {
  const fits = compilePattern(comparablePattern('[a–z]’s'))
  expect(["a's", "-'s", "m's", 'a’s'].map(fits)).toEqual([true, true, false, false])
})
