import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardOptions, commonFields } from '../testing/arbitrary.ts'
import { comboMarking } from './marking.ts'
import { comboRules as rules } from './rules.ts'

const options = [
  { id: 'a', text: 'Ash, | or <i>Fraxinus</i>' },
  { id: 'b', text: 'Beech' },
]
const asked = (more = {}) => rules.publicQuestion.parse({ ...commonFields('COMBO'), options, ...more })

// QCHOICE-203 QCHOICE-204 Q-202
test('what is picked from a dropdown travels as its id and its text', () => {
  expect(rules.toWire(asked(), 'a')).toEqual({
    answerText: 'Ash, | or <i>Fraxinus</i>',
    options: [{ optionID: 'a', optionText: 'Ash, | or <i>Fraxinus</i>' }],
  })
  expect(rules.toWire(asked(), null)).toEqual({ answerText: '', options: [] })
})

// QCHOICE-203 QCHOICE-204
test('any pick comes back from the wire as it was, whatever the texts are made of', () => {
  fc.assert(
    fc.property(awkwardOptions, fc.nat(), (some, pick) => {
      const question = asked({ options: some })
      const picked = [null, ...some.map((one) => one.id)][pick % (some.length + 1)] ?? null
      const wire = rules.toWire(question, picked)
      expect(rules.fromWire(question, wire)).toBe(picked)
      expect(rules.problemsOf(question, wire)).toEqual([])
    }),
  )
})

// QCHOICE-202
test('the label is optional, and leaves the server; the key does not', () => {
  expect(asked().dropdownLabel).toBe('')
  const authored = comboMarking.authoredQuestion.parse({
    type: 'COMBO',
    id: 'q',
    text: '',
    options,
    key: 'b',
    dropdownLabel: 'Tree',
  })
  expect(comboMarking.toPublic(authored)).toEqual({
    options: options.map((one) => ({ ...one, selected: false })),
    dropdownLabel: 'Tree',
  })
  expect(comboMarking.mark(authored, rules.toWire(asked(), 'b')).score).toBe(1)
  expect(comboMarking.mark(authored, rules.toWire(asked(), 'a')).score).toBe(0)
})
