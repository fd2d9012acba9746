import { answeredOf } from '@sitwell/exam/paper/answered'
import { expect, test } from 'vitest'
import { evidenceRules } from '../evidence/rules.ts'
import { commonFields } from '../testing/arbitrary.ts'
import { visitedRules } from './rules.ts'

const both = [
  ['VISITED', visitedRules],
  ['EVIDENCE', evidenceRules],
] as const

// QSTATIC-203 QSTATIC-204 QSTATIC-206 QSTATIC-207 Q-202
test.each(both)('%s answers that it was visited, with no options, and reads it back', (type, rules) => {
  const question = rules.publicQuestion.parse(commonFields(type))
  expect(rules.initialAnswer(question)).toBe(false)
  expect(rules.toWire(question, true)).toEqual({ answerText: 'visited', options: [] })
  for (const isVisited of [true, false]) {
    const wire = rules.toWire(question, isVisited)
    expect(rules.fromWire(question, wire)).toBe(isVisited)
    expect(rules.problemsOf(question, wire)).toEqual([])
  }
})

test('a page to visit wants no answer, and shows as done once it was seen', () => {
  const question = visitedRules.publicQuestion.parse(commonFields('VISITED'))
  expect(visitedRules.takesAnswer).toBe(false)
  expect([false, true].map((answer) => answeredOf(visitedRules.partsOf(question, answer)))).toEqual(['not', 'fully'])
})

test('evidence is answered by a file alone, whether or not its question was seen', () => {
  const question = evidenceRules.publicQuestion.parse(commonFields('EVIDENCE'))
  for (const isVisited of [false, true]) {
    const withFiles = (...names: string[]) =>
      evidenceRules.partsOf(question, isVisited, { names: new Set(names), areAll: true })
    expect(answeredOf(evidenceRules.partsOf(question, isVisited))).toBe('not')
    expect(answeredOf(withFiles())).toBe('not')
    expect(withFiles().lacksFile).toBe(true)
    expect(answeredOf(withFiles('a.pdf'))).toBe('fully')
    expect(withFiles('a.pdf').lacksFile).toBe(false)
  }
})

test.each(both)('%s refuses any other answer', (type, rules) => {
  const question = rules.publicQuestion.parse(commonFields(type))
  const wrong = { answerText: 'Visited!', options: [{ optionID: 'a', optionText: 'A' }] }
  expect(rules.problemsOf(question, wrong).map((one) => one.path)).toEqual(['answerText', 'options'])
})
