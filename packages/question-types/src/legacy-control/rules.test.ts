import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardText, commonFields } from '../testing/arbitrary.ts'
import { readControlMessage, legacyControlRules as rules } from './rules.ts'

const question = rules.publicQuestion.parse({
  ...commonFields('ASCX'),
  controlName: 'number-line',
  properties: [{ name: 'max', value: '5' }],
})

// QASCX-202
test('a legacy control brings its name and its properties by name; its HTML comes later', () => {
  expect(question).toMatchObject({ controlName: 'number-line', properties: [{ name: 'max', value: '5' }], html: '' })
  expect(rules.remote?.of(question)).toEqual({ controlName: 'number-line', props: [{ name: 'max', value: '5' }] })
  expect(rules.remote?.with(question, '<b>')).toEqual({ ...question, html: '<b>' })
})

// QASCX-203 QASCX-204 Q-202
test('whatever the frame posts comes back from the wire as it was, with no options', () => {
  fc.assert(
    fc.property(
      fc.array(awkwardText).map((pieces) => pieces.join('')),
      (value) => {
        const wire = rules.toWire(question, value)
        expect(wire).toEqual({ answerText: value, options: [] })
        expect(rules.fromWire(question, wire)).toBe(value)
        expect(rules.problemsOf(question, wire)).toEqual([])
      },
    ),
  )
  expect(rules.problemsOf(question, { answerText: '', options: [{ optionID: 'a', optionText: '' }] })).toHaveLength(1)
  expect([' ', '0'].map((answer) => answeredOf(rules.partsOf(question, answer)))).toEqual(['not', 'fully'])
})

// QASCX-205 QASCX-206 QASCX-207
test.each([
  [
    { type: 'iframe', value: '3/4' },
    { type: 'iframe', value: '3/4' },
  ],
  [
    { type: 'iframe', value: 7 },
    { type: 'iframe', value: '7' },
  ],
  [
    { type: 'image', value: 'resources/a.png', more: 1 },
    { type: 'image', value: 'resources/a.png' },
  ],
  [
    { type: 'error', error: 'x is undefined' },
    { type: 'error', error: 'x is undefined' },
  ],
  [
    { type: 'error', value: 'x is undefined' },
    { type: 'error', error: 'x is undefined' },
  ],
])('%j is a message of a control', (data, message) => expect(readControlMessage(data)).toEqual(message))

test.each([
  [undefined],
  [null],
  ['iframe'],
  [{}],
  [{ type: 'iframe' }],
  [{ type: 'iframe', value: { text: 'x' } }],
  [{ type: 'iframe', value: 'x'.repeat(500_001) }],
  [{ type: 'image', value: 'x'.repeat(2001) }],
  [{ type: 'token', value: 'x' }],
  [[{ type: 'iframe', value: 'x' }]],
])('anything else is none', (data) => expect(readControlMessage(data)).toBeUndefined())

test('a frame may post the longest answer that a save takes, and the longest address of a picture', () => {
  const read = (type: string, length: number) => readControlMessage({ type, value: 'x'.repeat(length) }) !== undefined
  expect([read('iframe', 500_000), read('image', 2000)]).toEqual([true, true])
})
