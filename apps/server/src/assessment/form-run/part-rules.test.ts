import type { QtiElement } from '@sitwell/qti/element'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { describe, expect, test } from 'vitest'
import { authoredRoute, type PartRule } from '../../import/authored-route.ts'
import { partRules } from './part-rules.ts'

const options = ['Y', 'N'].map((id) => ({ id, text: id }))
const declared = (kind: string, identifier: string, basetype: string, children: QtiElement[] = []): QtiElement => ({
  name: `${kind}declaration`,
  attributes: { identifier, cardinality: 'single', basetype },
  children,
})
const correct: QtiElement = { name: 'correctresponse', children: [{ name: 'value', text: 'Y' }] }
const itemOf = (children: QtiElement[]): QtiElement => ({ name: 'assessmentitem', children })
const processing = (children: QtiElement[]) => ({
  kind: 'qti' as const,
  version: '2.1' as const,
  item: itemOf(children),
  responses: { RESPONSE: { from: 'options' as const } },
})
const matchCorrect: QtiElement = {
  name: 'responseprocessing',
  attributes: { template: 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct' },
}

/** One that its own processing marks, one that is asked for its answer alone, one that a person marks, and one of ours. */
const questions = [
  { id: 'marked', processing: processing([declared('response', 'RESPONSE', 'identifier', [correct]), matchCorrect]) },
  { id: 'switch', processing: { kind: 'none' } },
  { id: 'read', processing: { kind: 'person' } },
  { id: 'own', key: 'Y', marks: 3 },
].map((one) => authoredQuestion.parse({ type: 'RADIO', text: '', options, sourceIds: { x1: 'Y' }, ...one }))

const add: QtiElement = { name: 'sum', children: [{ name: 'testvariables', attributes: { variableidentifier: 'SCORE' } }] }
const route = authoredRoute.parse({
  version: '2.1',
  test: {
    name: 'assessmenttest',
    children: [
      declared('outcome', 'TOTAL', 'float'),
      {
        name: 'outcomeprocessing',
        children: [{ name: 'setoutcomevalue', attributes: { identifier: 'TOTAL' }, children: [add] }],
      },
    ],
  },
  items: [
    { question: 'marked', identifier: 'I-1', categories: ['hard'] },
    { question: 'switch', identifier: 'I-2', processing: processing([declared('response', 'RESPONSE', 'identifier')]) },
    { question: 'read', identifier: 'I-3' },
    { question: 'own', identifier: 'I-4' },
    { question: 'gone', identifier: 'I-5' },
  ],
})

const partIds = new Map(questions.map(({ id }) => [id, id === 'own' ? 'second' : 'first']))
const answered = (ids: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(ids).map(([id, optionID]) => [id, { answerText: optionID, options: [{ optionID, optionText: optionID }] }]),
  )
const holds = (rule: PartRule, ids: Readonly<Record<string, string>>, asked = ['first', 'second'], of = route) =>
  partRules({ questions, answers: answered(ids), partIds }, of)(rule, new Set(asked))

const variable = (identifier: string): QtiElement => ({ name: 'variable', attributes: { identifier } })
const base = (basetype: string, text: string): QtiElement => ({ name: 'basevalue', attributes: { basetype }, text })
const qti = (name: string, ...children: QtiElement[]): PartRule => ({ on: 'qti', rule: { name, children } })
const number = (name: string): QtiElement => ({ name, attributes: {} })

describe('a rule of QTI', () => {
  const isYes = (item: string) => qti('match', variable(`${item}.RESPONSE`), base('identifier', 'Y'))

  test('looks at a response, of an item that its processing marks and of one that is asked alone', () => {
    for (const [item, question] of [
      ['I-1', 'marked'],
      ['I-2', 'switch'],
    ] as const) {
      expect(holds(isYes(item), { [question]: 'Y' })).toBe(true)
      expect(holds(isYes(item), { [question]: 'N' })).toBe(false)
      expect(holds(isYes(item), {})).toBe(false)
    }
  })

  test('looks at scores, and at the outcomes of the test', () => {
    const least = (identifier: string, count: number) => qti('gte', variable(identifier), base('float', `${count}`))
    expect(holds(least('I-1.SCORE', 1), { marked: 'Y' })).toBe(true)
    expect(holds(least('TOTAL', 4), { marked: 'Y', own: 'Y', read: 'Y' })).toBe(true)
    expect(holds(least('TOTAL', 5), { marked: 'Y', own: 'Y', read: 'Y' })).toBe(false)
    // What wasn't asked counts for nothing, whatever was answered there.
    expect(holds(least('TOTAL', 4), { marked: 'Y', own: 'Y' }, ['first'])).toBe(false)
  })

  test('looks at what an item is worth by itself, however often its question counts', () => {
    const least = (count: number) => qti('gte', variable('I-4.SCORE'), base('float', `${count}`))
    const weighted = (marks: number) => ({
      ...{ answers: answered({ own: 'Y' }), partIds },
      questions: questions.map((one) =>
        one.id === 'own'
          ? authoredQuestion.parse({ ...one, marks, ...(marks === 0 && { processing: { kind: 'none' } }) })
          : one,
      ),
    })
    const items = route.items.map((one) => ({ ...one, ...(one.question === 'own' && { marks: 2 }) }))
    for (const marks of [6, 1, 0]) {
      const holdsOf = partRules(weighted(marks), { ...route, items })
      const asked = new Set(['first', 'second'])
      expect([holdsOf(least(2), asked), holdsOf(least(2.1), asked)]).toEqual([true, false])
    }
  })

  test('counts items that were presented, answered, and right or wrong', () => {
    const counts = (name: string, count: number, ids: Record<string, string>, asked?: string[]) =>
      holds(qti('match', number(name), base('integer', `${count}`)), ids, asked)
    expect(counts('numberpresented', 3, {}, ['first'])).toBe(true)
    expect(counts('numberselected', 4, {}, ['first'])).toBe(true)
    expect(counts('numberresponded', 2, { marked: 'N', switch: 'Y' })).toBe(true)
    expect(counts('numbercorrect', 1, { marked: 'Y', switch: 'Y' })).toBe(true)
    expect(counts('numberincorrect', 1, { marked: 'N', switch: 'Y' })).toBe(true)
  })

  test('that can’t be followed doesn’t hold, nor does one without a test', () => {
    expect(holds(isYes('nobody'), {})).toBe(false)
    expect(
      partRules({ questions, answers: answered({ switch: 'Y' }), partIds }, undefined)(isYes('I-2'), new Set(['first'])),
    ).toBe(false)
  })
})

test('a rule of ours looks at an option by the id of its source, and only in a part that was asked', () => {
  const rule: PartRule = { on: 'option', question: 'own', option: 'Y' }
  expect(holds(rule, { own: 'x1' })).toBe(true)
  expect(holds(rule, { own: 'N' })).toBe(false)
  expect(holds(rule, { own: 'x1' }, ['first'])).toBe(false)
  expect(holds({ on: 'not', rule }, { own: 'x1' }, ['first'])).toBe(true)
  expect(holds({ on: 'any', rules: [rule, { on: 'marks', questions: ['marked'], least: 1 }] }, { marked: 'Y' })).toBe(true)
})

test('what waits for a person has earned nothing yet', () => {
  expect(holds({ on: 'marks', questions: ['read', 'own'], least: 3 }, { read: 'Y', own: 'Y' })).toBe(true)
  expect(holds({ on: 'marks', questions: ['read', 'own'], least: 4 }, { read: 'Y', own: 'Y' })).toBe(false)
})

test('of a question that was checked a rule asks what was handed in last, and not what was changed after it', () => {
  const [own] = questions.slice(-1).map((one) => ({ ...one, attempts: { most: 2 } }))
  if (!own) throw new Error('no question')
  const answered = (option: string) => ({ answerText: '', options: [{ optionID: option, optionText: '' }] })
  const handedIn = (option: string) => ({
    ...{ answer: answered(option), stored: JSON.stringify(answered(option)), sequence: 1, ending: undefined, isLast: false },
  })
  const earned = (handed: string, now: string) =>
    partRules(
      {
        questions: [own],
        answers: new Map([['own', answered(now)]]),
        partIds: new Map([['own', 'p']]),
        attempts: new Map([['own', [handedIn(handed)]]]),
      },
      undefined,
    )({ on: 'marks', questions: ['own'], least: 3 }, new Set(['p']))
  expect([earned('Y', 'N'), earned('N', 'Y')]).toEqual([true, false])
})
