import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardOptions, awkwardText, commonFields } from '../testing/arbitrary.ts'
import { radioWithOtherMarking as marking } from './marking.ts'
import { asksBeforeChange, radioWithOtherRules as rules, withChangedOption } from './rules.ts'

const options = [
  { id: 'a', text: 'Ash' },
  { id: 'o', text: 'Another' },
]
const asked = (more = {}) => rules.publicQuestion.parse({ ...commonFields('RADIOOTHER'), options, ...more })

// QCHOICE-211 QCHOICE-212
test('the chosen option travels as in a radio question, and the text beside it in a field of its own', () => {
  expect(rules.toWire(asked(), { optionId: 'o', otherText: 'Rowan | or "service tree"' })).toEqual({
    answerText: 'Another',
    otherText: 'Rowan | or "service tree"',
    options: [{ optionID: 'o', optionText: 'Another' }],
  })
})

// QCHOICE-211 QCHOICE-212
test('any choice with any text comes back from the wire as it was', () => {
  fc.assert(
    fc.property(awkwardOptions, fc.nat(), awkwardText, (some, pick, otherText) => {
      const question = asked({ options: some })
      const answer = { optionId: [null, ...some.map((one) => one.id)][pick % (some.length + 1)] ?? null, otherText }
      const wire = rules.toWire(question, answer)
      expect(rules.fromWire(question, wire)).toEqual(answer)
      expect(rules.problemsOf(question, wire)).toEqual([])
    }),
  )
})

// QCHOICE-218 QCHOICE-219
test('another option is asked about only where a text would be lost; Yes takes it and clears the text', () => {
  expect(asksBeforeChange({ optionId: 'a', otherText: 'Rowan' }, 'o')).toBe(true)
  expect(asksBeforeChange({ optionId: 'a', otherText: ' \n' }, 'o')).toBe(false)
  expect(asksBeforeChange({ optionId: 'a', otherText: 'Rowan' }, 'a')).toBe(false)
  expect(asksBeforeChange({ optionId: null, otherText: 'Rowan' }, 'a')).toBe(false)
  expect(withChangedOption('o')).toEqual({ optionId: 'o', otherText: '' })
})

// QCHOICE-209 QCHOICE-227 QCHOICE-210
test('the text area has 15 lines and no word count unless the author says otherwise', () => {
  expect(asked()).toMatchObject({ lineCount: 15, showWordCount: false })
  expect(asked({ lineCount: 3, showWordCount: true })).toMatchObject({ lineCount: 3, showWordCount: true })
  const authored = marking.authoredQuestion.parse({ type: 'RADIOOTHER', id: 'q', text: '', options })
  expect(marking.toPublic(authored)).toMatchObject({ lineCount: 15, showWordCount: false })
})

test('a text alone counts as answered', () => {
  expect(answeredOf(rules.partsOf(asked(), { optionId: null, otherText: 'x' }))).toBe('fully')
  expect(answeredOf(rules.partsOf(asked(), { optionId: null, otherText: ' ' }))).toBe('not')
})

test('with a key the option is marked; without one a person reads what was answered', () => {
  const authored = { type: 'RADIOOTHER', id: 'q', text: '', options, marks: 2, markingNotes: 'Secret' }
  const keyed = marking.authoredQuestion.parse({ ...authored, key: 'o' })
  const open = marking.authoredQuestion.parse(authored)
  const wire = (optionId: string | null, otherText: string) => rules.toWire(asked(), { optionId, otherText })
  expect(marking.mark(keyed, wire('o', 'Rowan'))).toEqual({ score: 2, maxScore: 2, needsPerson: false })
  expect(marking.mark(keyed, wire('a', ''))).toEqual({ score: 0, maxScore: 2, needsPerson: false })
  expect(marking.mark(open, wire(null, 'Rowan')).needsPerson).toBe(true)
  expect(marking.mark(open, wire('a', '')).needsPerson).toBe(true)
  expect(marking.mark(open, wire(null, ' ')).needsPerson).toBe(false)
  expect(Object.keys(marking.toPublic(keyed)).sort()).toEqual(['lineCount', 'options', 'showWordCount'])
})
