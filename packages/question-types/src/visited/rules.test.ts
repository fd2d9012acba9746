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

test.each(both)('%s never counts as unanswered, and shows as done once it was seen', (type, rules) => {
  const question = rules.publicQuestion.parse(commonFields(type))
  expect(rules.takesAnswer).toBe(false)
  expect([rules.isAnswered(question, false), rules.isAnswered(question, true)]).toEqual([false, true])
})

test.each(both)('%s refuses any other answer', (type, rules) => {
  const question = rules.publicQuestion.parse(commonFields(type))
  const wrong = { answerText: 'Visited!', options: [{ optionID: 'a', optionText: 'A' }] }
  expect(rules.problemsOf(question, wrong).map((one) => one.path)).toEqual(['answerText', 'options'])
})
