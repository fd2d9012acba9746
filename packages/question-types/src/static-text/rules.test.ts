import { expect, test } from 'vitest'
import { isQuestionType, rulesOf } from '../rules.ts'
import { commonFields } from '../testing/arbitrary.ts'
import { staticTextRules as rules } from './rules.ts'

const question = rules.publicQuestion.parse(commonFields('STATICTEXT'))

// QSTATIC-208
test('a static text takes no answer and never counts as unanswered', () => {
  expect(rules.takesAnswer).toBe(false)
  expect(rules.toWire(question, null)).toEqual({ answerText: '', options: [] })
  expect(rules.problemsOf(question, { answerText: 'hello', options: [] })).toHaveLength(1)
})

//
test('a question of an unknown type has rules that take no answer', () => {
  expect(isQuestionType('HOLOGRAM')).toBe(false)
  expect(isQuestionType('toString')).toBe(false)
  const unknown = rulesOf('HOLOGRAM')
  expect(unknown.takesAnswer).toBe(false)
  expect(unknown.problemsOf(question, { answerText: 'x', options: [] })).toEqual([
    { path: 'answerText', message: 'Unknown question type' },
  ])
})

// ENT-207
test('a question brings its common fields, those that the server leaves out with their defaults', () => {
  expect(rules.publicQuestion.parse(commonFields('STATICTEXT'))).toMatchObject({
    id: 'q1',
    type: 'STATICTEXT',
    number: 1,
    text: '',
    marks: 0,
    introText: '',
    workings: '',
    disabled: false,
    bookmarked: false,
    dragAndDrop: false,
    versionId: 'v1',
    versionNumber: 1,
    requiresWorkings: false,
    requiresCalculator: false,
  })
})
