import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardOptions, commonFields } from '../testing/arbitrary.ts'
import { leastOptions, mostOptions, multipleChoiceRules as rules, withoutExcess } from './rules.ts'

const asked = (options: { id: string; text: string }[], more = {}) =>
  rules.publicQuestion.parse({ ...commonFields('MULTICHOICE'), options, ...more })
const abc = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))

// QCHOICE-216 QCHOICE-217
test('the ticked options travel as ids and texts, the texts also joined by a bar', () => {
  expect(rules.toWire(asked(abc), ['c', 'a'])).toEqual({
    answerText: 'C|A',
    options: [
      { optionID: 'c', optionText: 'C' },
      { optionID: 'a', optionText: 'A' },
    ],
  })
})

// QCHOICE-217
test('any set of ticks comes back from the wire in the order of ticking, whatever the texts are made of', () => {
  fc.assert(
    fc.property(
      awkwardOptions.chain((options) => fc.tuple(fc.constant(options), fc.shuffledSubarray(options.map((one) => one.id)))),
      ([options, ticked]) => {
        const question = asked(options)
        const wire = rules.toWire(question, ticked)
        expect(rules.fromWire(question, wire)).toEqual(ticked)
        expect(rules.problemsOf(question, wire)).toEqual([])
      },
    ),
  )
})

// QCHOICE-221
test('what was ticked last goes when there is too much', () => {
  const question = asked(abc, { maxOptions: 2 })
  expect(withoutExcess(question, ['c', 'a', 'b'])).toEqual(['c', 'a'])
  expect(withoutExcess(question, ['b'])).toEqual(['b'])
})

// QCHOICE-213
test('more than the most is no answer, and neither is an option twice', () => {
  const two = asked(abc, { maxOptions: 2 })
  expect(mostOptions(two)).toBe(2)
  expect(mostOptions(asked(abc))).toBe(3)
  expect(rules.problemsOf(two, rules.toWire(two, ['a', 'b', 'c'])).map((one) => one.path)).toEqual(['options'])
  const twice = {
    answerText: 'A|A',
    options: [
      { optionID: 'a', optionText: 'A' },
      { optionID: 'a', optionText: 'A' },
    ],
  }
  expect(rules.problemsOf(asked(abc), twice).map((one) => one.path)).toEqual(['options[1].optionID'])
})

// QCHOICE-214
test('fewer than the least is partly answered, which the unanswered check names, and is saved all the same', () => {
  const question = asked(abc, { minOptions: 2 })
  expect(leastOptions(question)).toBe(2)
  expect(answeredOf(rules.partsOf(question, ['a']))).toBe('partly')
  expect(answeredOf(rules.partsOf(question, ['a', 'b']))).toBe('fully')
  expect(answeredOf(rules.partsOf(asked(abc), []))).toBe('not')
  expect(rules.problemsOf(question, rules.toWire(question, ['a']))).toEqual([])
})
