import { comparableText } from '@sitwell/qti/comparable-text'
import type { QtiElement } from '@sitwell/qti/element'
import { foldCase } from '@sitwell/qti/fold-case'
import { tidy } from '@sitwell/qti/score'
import { anyCasePattern, literalPattern } from '@sitwell/qti/text-pattern'
import { all, base, isNull, not, of, variable } from '../qti-writing/rules-qti.ts'
import type { CreditedTypedKey, TypedKey } from './typed-key-marking.ts'

/** What makes a typed answer right: of a field, with shares, or of a blank. */
type Key = CreditedTypedKey | TypedKey

interface Accepted {
  readonly test: QtiElement
  readonly share: number
}

/** The commonest signs that count as the same: an engine that compares them as they are typed has to know them. */
const withOtherSigns = (pattern: string): string =>
  pattern.replaceAll("'", "['’‘ʼ]").replaceAll('"', '["“”„]').replaceAll(String.raw`\-`, String.raw`[\-‐‑–—−]`)

/** The pattern of a text: spaces in it are one or several, or nothing at all where they don't count. */
const patternOf = (value: string, key: Extract<Key, { kind: 'texts' }>): string => {
  const words = comparableText(value).trim().split(/\s+/)
  const patternFor = key.ignoreCase ? anyCasePattern : literalPattern
  if (!key.ignoreSpaces) return withOtherSigns(words.map(patternFor).join('\\s+'))
  const text = words.join('')
  // Two letters that may be one in another case stay together.
  const letters = (key.ignoreCase ? foldCase(text) : text).match(/ss|[\s\S]/gu) ?? []
  return withOtherSigns(letters.map(patternFor).join('\\s*'))
}

/** Each answer that is accepted: the test for it, and its share of the marks. */
export const acceptedOf = (identifier: string, key: Key): Accepted[] => {
  if (key.kind === 'numbers')
    return key.accepted.map((one) => {
      const within = Math.max(one.tolerance, tidy((Math.abs(one.value) * one.tolerancePercent) / 100))
      return {
        share: 'share' in one ? one.share : 1,
        test: of('equal', [variable(identifier), base('float', one.value)], {
          tolerancemode: 'absolute',
          tolerance: `${within} ${within}`,
        }),
      }
    })
  return key.accepted.map((one) => ({
    share: 'share' in one ? one.share : 1,
    test: of('patternmatch', [variable(identifier)], {
      pattern: patternOf(one.value, key),
    }),
  }))
}

/** Why no rules of QTI say what a key does, where it costs so much to be wrong. */
export const whyNotTyped = (key: Key, penalty: number): string | undefined => {
  if (key.kind === 'texts' && key.ignoreAccents) return 'Answers count without their accents, which QTI can’t say.'
  if (key.kind === 'numbers' && penalty > 0) return 'What is no number costs marks, and is no answer at all in QTI.'
  return undefined
}

/** The test, if something was given. */
export const known = (identifier: string, test: QtiElement) => all([not(isNull(identifier)), test])

/** The base type of a response that is typed. */
export const typeOf = ({ kind }: { readonly kind: string }) => (kind === 'numbers' ? 'float' : 'string')
