import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardText, commonFields } from '../testing/arbitrary.ts'
import { longTextRules as rules } from './rules.ts'

const question = rules.publicQuestion.parse({ ...commonFields('QUESTIONLTEXT') })

// QTEXT-208 QTEXT-209 Q-202
test('a written answer travels as its text, with an empty list of options', () => {
  expect(rules.toWire(question, 'My answer')).toEqual({ answerText: 'My answer', options: [] })
})

// QTEXT-208
test('any text comes back from the wire as it was typed', () => {
  fc.assert(
    fc.property(
      fc.array(awkwardText).map((parts) => parts.join('')),
      (text) => {
        expect(rules.fromWire(question, rules.toWire(question, text))).toBe(text)
        expect(rules.problemsOf(question, rules.toWire(question, text))).toEqual([])
      },
    ),
  )
})

test('only spaces and line ends are no answer', () => {
  expect(answeredOf(rules.partsOf(question, ' \n\t'))).toBe('not')
  expect(answeredOf(rules.partsOf(question, 'x'))).toBe('fully')
})

// QTEXT-209
test('a written answer that names options is refused', () => {
  expect(rules.problemsOf(question, { answerText: 'x', options: [{ optionID: 'a', optionText: 'A' }] })[0]?.path).toBe(
    'options',
  )
})

// QTEXT-215
test('the empty field is at most 30 lines high', () => {
  expect(rules.publicQuestion.safeParse({ ...commonFields('QUESTIONLTEXT'), lineCount: 31 }).success).toBe(false)
})
