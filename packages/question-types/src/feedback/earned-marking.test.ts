import type { Answer } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authoredQuestion, earnedFeedback, markingOf } from '../marking.ts'
import { fitsStars } from './earned-marking.ts'

const chosen = (...ids: string[]): Answer => ({
  answerText: '',
  options: ids.map((optionID) => ({ optionID, optionText: '' })),
})
const typed = (text: string): Answer => ({ answerText: '', options: [{ optionID: 'p', optionText: text }] })

/** What an answer is told of the parts, marked as the question is. */
const feedback = (fields: object, parts: readonly object[], answer: Answer | undefined, more: object = {}) => {
  const question = authoredQuestion.parse({ id: 'q', text: 'Which?', marks: 2, ...fields, feedback: { parts, ...more } })
  return earnedFeedback(question, answer, markingOf(question).mark(question, answer)).map(({ html }) => html)
}
const several = {
  type: 'MULTICHOICE',
  options: ['a', 'b', 'c'].map((id) => ({ id, text: id })),
  key: ['a', 'b'],
  credit: { kind: 'each' },
}
const byMark = ['right', 'part', 'wrong'].map((is) => ({ text: is, when: [{ on: 'mark', is }] }))
const typing = { type: 'MULTITEXT', parts: [{ id: 'p', marks: 2, key: { kind: 'texts', accepted: [{ value: 'ash' }] } }] }

test('an answer is told by what it is worth, and a part without conditions to everyone', () => {
  const parts = [{ text: 'general' }, ...byMark]
  expect(feedback(several, parts, chosen('a', 'b'))).toEqual(['general', 'right'])
  expect(feedback(several, parts, chosen('a'))).toEqual(['general', 'part'])
  expect(feedback(several, parts, chosen('c'))).toEqual(['general', 'wrong'])
  expect(feedback(several, parts, undefined)).toEqual(['general', 'wrong'])
})

test('of all that is said by worth exactly one holds, whatever an answer to a marked question earns', () => {
  fc.assert(
    fc.property(fc.subarray(['a', 'b', 'c', 'none of them']), (ids) => {
      expect(feedback(several, byMark, chosen(...ids))).toHaveLength(1)
    }),
  )
})

test('an answer that waits for a person is told nothing, not even what everyone is', () => {
  expect(feedback({ type: 'QUESTIONLTEXT' }, [{ text: 'general' }], { answerText: 'Because.', options: [] })).toEqual([])
})

test('each chosen option is told its own, by what its source calls it, and no other', () => {
  const parts = ['a', 'b', 'c'].map((option) => ({ text: `of ${option}`, when: [{ on: 'option', option }] }))
  fc.assert(
    fc.property(fc.subarray(['a', 'b', 'c']), (ids) => {
      expect(feedback(several, parts, chosen(...ids))).toEqual(ids.map((id) => `of ${id}`))
    }),
  )
  const renamed = { ...several, options: ['x1', 'x2', 'x3'].map((id) => ({ id, text: id })), key: ['x1'] }
  const sourceIds = { x1: 'a', x2: 'b', x3: 'c' }
  expect(feedback({ ...renamed, sourceIds }, parts, chosen('x2'))).toEqual(['of b'])
})

test('of a group only the first that fits is told: what is right, what is near, anything else', () => {
  const key = (value: string) => ({ kind: 'texts', accepted: [{ value }] })
  const parts = [
    { text: 'right', group: 'p', when: [{ on: 'typed', place: 'p', key: key('ash') }] },
    { text: 'near', group: 'p', when: [{ on: 'typed', place: 'p', key: { kind: 'stars', value: 'a*h' } }] },
    { text: 'other', group: 'p', when: [{ on: 'typed', place: 'p', key: { kind: 'stars', value: '*' } }] },
  ]
  expect(feedback(typing, parts, typed(' Ash '))).toEqual(['right'])
  expect(feedback(typing, parts, typed('Arch'))).toEqual(['near'])
  expect(feedback(typing, parts, typed('birch'))).toEqual(['other'])
  expect(feedback(typing, parts, typed('  '))).toEqual([])
})

test('what stands in a blank is told by its number, or by its option', () => {
  const blanks = {
    type: 'BLANKS',
    text: '[V1] and [V2]',
    variableOptions: [{ id: 'V2', options: ['o1', 'o2'].map((id) => ({ id, text: `text ${id}` })) }],
    key: { V1: { kind: 'numbers', accepted: [{ value: 4 }] }, V2: { options: ['o1'] } },
  }
  const four = { kind: 'numbers', accepted: [{ value: 4, tolerance: 0.5 }] }
  const parts = [
    { text: 'four', when: [{ on: 'typed', place: 'V1', key: four }] },
    { text: 'second', when: [{ on: 'option', blank: 'V2', option: 'o2' }] },
  ]
  expect(feedback(blanks, parts, { answerText: '4.3|text o2', options: [] })).toEqual(['four', 'second'])
  expect(feedback(blanks, parts, { answerText: '5|text o1', options: [] })).toEqual([])
})

/** Rules that set FEEDBACK to what was chosen, besides the score. */
const processing = {
  kind: 'qti',
  version: '2.1',
  weight: 1,
  responses: { R: { from: 'options' } },
  item: {
    name: 'assessmentitem',
    children: [
      { name: 'responsedeclaration', attributes: { identifier: 'R', cardinality: 'multiple', basetype: 'identifier' } },
      { name: 'outcomedeclaration', attributes: { identifier: 'SCORE', cardinality: 'single', basetype: 'float' } },
      { name: 'outcomedeclaration', attributes: { identifier: 'FEEDBACK', cardinality: 'multiple', basetype: 'identifier' } },
      {
        name: 'responseprocessing',
        children: [
          {
            name: 'setoutcomevalue',
            attributes: { identifier: 'SCORE' },
            children: [{ name: 'basevalue', attributes: { basetype: 'float' }, text: '1' }],
          },
          {
            name: 'setoutcomevalue',
            attributes: { identifier: 'FEEDBACK' },
            children: [{ name: 'variable', attributes: { identifier: 'R' } }],
          },
        ],
      },
    ],
  },
}
const outcome = (value: string, holds: boolean) => ({
  text: `${value} ${holds}`,
  when: [{ on: 'outcome', outcome: 'FEEDBACK', value, holds }],
})

test('outcomes of the source decide, each shown or hidden by one of its values, also where they mark nothing', () => {
  const parts = ['a', 'b'].flatMap((value) => [outcome(value, true), outcome(value, false)])
  for (const [fields, more] of [
    [{ ...several, processing }, {}],
    [several, { processing }],
  ] as const) {
    fc.assert(
      fc.property(fc.subarray(['a', 'b']), (ids) => {
        expect(feedback(fields, parts, chosen(...ids), more)).toEqual(['a', 'b'].map((one) => `${one} ${ids.includes(one)}`))
      }),
    )
  }
  const both = [{ text: 'both', when: [...outcome('a', true).when, ...outcome('b', true).when] }]
  expect(feedback({ ...several, processing }, both, chosen('a', 'b'))).toEqual(['both'])
  expect(feedback({ ...several, processing }, both, chosen('a'))).toEqual([])
})

test('what no processing gives an outcome for is neither shown nor shown for want of it', () => {
  expect(feedback(several, [outcome('a', true), outcome('a', false)], chosen('a'))).toEqual([])
})

test('stars stand for anything, and for nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), fc.string(), (parts, between) => {
      const plain = parts.map((one) => one.replaceAll('*', ''))
      expect(fitsStars(plain.join('*'), plain.join(between))).toBe(true)
    }),
  )
  expect(fitsStars('a*b', 'a')).toBe(false)
  expect(fitsStars('ab*ba', 'aba')).toBe(false)
})
