import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardOptions, commonFields } from '../testing/arbitrary.ts'
import { trueFalseRules } from '../true-false/rules.ts'
import { radioRules } from './rules.ts'

const asked = (options: { id: string; text: string; selected?: boolean }[], type = 'RADIO') =>
  radioRules.publicQuestion.parse({ ...commonFields(type), options })

const colours = asked([
  { id: 'r', text: 'Red | dark' },
  { id: 'g', text: 'Green' },
])

// QCHOICE-206 QCHOICE-207 Q-202
test.each([
  ['RADIO', radioRules],
  ['TRUEFALSE', trueFalseRules],
] as const)('the chosen option of a %s question travels as its id and its text', (type, rules) => {
  const question = rules.publicQuestion.parse({ ...commonFields(type), options: colours.options })
  expect(rules.toWire(question, 'r')).toEqual({
    answerText: 'Red | dark',
    options: [{ optionID: 'r', optionText: 'Red | dark' }],
  })
  expect(rules.toWire(question, null)).toEqual({ answerText: '', options: [] })
})

// QCHOICE-207
test('any choice comes back from the wire as it was, whatever its id and text are made of', () => {
  fc.assert(
    fc.property(awkwardOptions, fc.nat(), (options, pick) => {
      const question = asked(options)
      const chosen = pick % (options.length + 1) === options.length ? null : (options[pick % options.length]?.id ?? null)
      const wire = radioRules.toWire(question, chosen)
      expect(radioRules.fromWire(question, wire)).toBe(chosen)
      expect(radioRules.problemsOf(question, wire)).toEqual([])
      expect(answeredOf(radioRules.partsOf(question, chosen))).toBe(chosen === null ? 'not' : 'fully')
    }),
  )
})

// ENT-208
test('an option has an id, a text and whether it is selected from the start', () => {
  const question = asked([
    { id: 'a', text: 'A' },
    { id: 'b', text: 'B', selected: true },
  ])
  expect(question.options).toEqual([
    { id: 'a', text: 'A', selected: false },
    { id: 'b', text: 'B', selected: true },
  ])
  expect(radioRules.initialAnswer(question)).toBe('b')
  expect(radioRules.initialAnswer(colours)).toBeNull()
})

const wire = (...options: [id: string, text: string][]) => ({
  answerText: options.map(([, text]) => text).join('|'),
  options: options.map(([optionID, optionText]) => ({ optionID, optionText })),
})

// QCHOICE-207
test.each([
  ['an option of another question', wire(['x', 'Green']), 'options[0].optionID'],
  ['a text that is not the option’s', wire(['g', 'Red']), 'options[0].optionText'],
  ['two options', wire(['r', 'Red | dark'], ['g', 'Green']), 'options'],
  ['a text beside no option', { answerText: 'Green', options: [] }, 'answerText'],
])('%s is not an answer to a radio question', (_, answer, path) => {
  expect(radioRules.problemsOf(colours, answer).map((problem) => problem.path)).toContain(path)
})

test('an answer that names an option which a new version of the question lacks counts as none', () => {
  expect(radioRules.fromWire(colours, wire(['old', 'Old']))).toBeNull()
})
