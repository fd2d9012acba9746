import type { Question } from '@sitwell/contract'
import fc from 'fast-check'

/** The common fields of a question, for tests. */
export const commonFields = (type: string) =>
  ({ id: 'q1', type, number: 1, paperPartId: 'p1', versionId: 'v1', versionNumber: 1 }) satisfies Partial<Question>

/** Texts that break careless joining and splitting: separators, markup, right-to-left, emoji, line ends, lone surrogates' pairs. */
export const awkwardText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    'a|b',
    'a,b',
    '[V1]',
    '|',
    '||',
    'x = y',
    'مرحبا، عالم',
    '🏳️‍🌈👩🏽‍🔬',
    '<b>bold</b> & <img src="a|b.png">',
    'one\r\ntwo\nthree\r',
    '\\|',
    ' ',
    '\u202e',
  ),
)

/** Two to eight options with ids and texts of any kind; two options may well have the same text. */
export const awkwardOptions = fc
  .uniqueArray(fc.tuple(fc.oneof(fc.uuid(), fc.constantFrom('a|b', 'a', 'b', 'true', '1,2', 'Å')), awkwardText), {
    minLength: 2,
    maxLength: 8,
    selector: ([id]) => id,
  })
  .map((pairs) => pairs.map(([id, text]) => ({ id, text })))
