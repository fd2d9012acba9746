import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardOptions, commonFields } from '../testing/arbitrary.ts'
import { matchMarking as marking } from './marking.ts'
import { matchRules as rules, withPair } from './rules.ts'

const options = [
  { id: 'fr', text: 'France' },
  { id: 'it', text: 'Italy' },
]
const selections = [
  { id: 's1', text: 'Rome' },
  { id: 's2', text: 'Paris' },
  { id: 's3', text: 'Bern' },
]
const asked = (more = {}) => rules.publicQuestion.parse({ ...commonFields('MATCH'), options, selections, ...more })

// QMATCH-204 QMATCH-205 Q-202
test('pairs travel as texts, and as the ids of option and selection', () => {
  expect(rules.toWire(asked(), ['s2', 's1'])).toEqual({
    answerText: 'France = Paris|Italy = Rome',
    options: [
      { optionID: 'fr', optionText: 's2' },
      { optionID: 'it', optionText: 's1' },
    ],
  })
  expect(rules.toWire(asked(), [null, 's1'])).toEqual({
    answerText: 'Italy = Rome',
    options: [{ optionID: 'it', optionText: 's1' }],
  })
})

// QMATCH-205
test('any pairs come back from the wire as they were, whatever ids and texts are made of', () => {
  const shown = awkwardOptions.map((some) => some.map(({ id, text }) => ({ id, text: `${text}.` })))
  fc.assert(
    fc.property(awkwardOptions, shown, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (some, others, picks) => {
      const question = asked({ options: some, selections: others })
      const answer = some.map(
        (_, index) => [null, ...others.map(({ id }) => id)][(picks[index] ?? 0) % (others.length + 1)] ?? null,
      )
      const wire = rules.toWire(question, answer)
      expect(rules.fromWire(question, wire)).toEqual(answer)
      expect(rules.problemsOf(question, wire)).toEqual([])
    }),
  )
})

// QMATCH-206 ENT-210
test.each(['', ' ', '<p>&nbsp;</p>'])(
  'a selection without a text (%j) is an error, for the author and in the player',
  (text) => {
    const question = { selections: [{ id: 'a', text }] }
    expect(() => asked(question)).toThrow('has no text')
    const authored = { type: 'MATCH', id: 'q', text: '', options, key: { fr: 'a', it: 'a' }, ...question }
    expect(marking.authoredQuestion.safeParse(authored).error?.issues[0]?.path).toEqual(['selections', 0, 'text'])
    expect(asked({ selections: [{ id: 'a', text: '<img src="x.png" alt="x">' }] }).selections).toHaveLength(1)
  },
)

// ENT-209
test('an option has an id, a text, whether it is selected, and the selection that it starts with', () => {
  const question = asked({ options: [{ ...options[0], selectedId: 's3' }, options[1]] })
  expect(question.options[0]).toEqual({ id: 'fr', text: 'France', selected: false, selectedId: 's3' })
  expect(rules.initialAnswer(question)).toEqual(['s3', null])
})

test('a selection that is dragged from one option to another leaves the first; a copy leaves all as it is', () => {
  expect(withPair(['s1', null], 1, 's1', 0)).toEqual([null, 's1'])
  expect(withPair(['s1', null], 1, 's1')).toEqual(['s1', 's1'])
  expect(withPair(['s1', 's2'], 0, null)).toEqual([null, 's2'])
})

test('it counts as answered when every option has a selection', () => {
  expect(answeredOf(rules.partsOf(asked(), [null, null]))).toBe('not')
  expect(answeredOf(rules.partsOf(asked(), ['s1', null]))).toBe('partly')
  expect(answeredOf(rules.partsOf(asked(), ['s1', 's1']))).toBe('fully')
})

test.each([
  ['a selection of another question', { answerText: 'France = Oslo', options: [{ optionID: 'fr', optionText: 's9' }] }],
  ['an option of another question', { answerText: 'Spain = Rome', options: [{ optionID: 'es', optionText: 's1' }] }],
  [
    'an option twice',
    { answerText: 'France = Rome', options: ['s1', 's2'].map((optionText) => ({ optionID: 'fr', optionText })) },
  ],
  ['another text', { answerText: 'France = Bern', options: [{ optionID: 'fr', optionText: 's1' }] }],
])('%s is not an answer to a match question', (_, answer) => {
  expect(rules.problemsOf(asked(), answer)).not.toEqual([])
})

const authored = {
  type: 'MATCH',
  id: 'q',
  text: '',
  options,
  selections,
  key: { fr: 's2', it: ['s1', 's3'] },
  marks: 4,
}

test('each right pair has its share, and what is public names no key', () => {
  const question = marking.authoredQuestion.parse({ ...authored, credit: { kind: 'each', penalty: 0.5 } })
  const score = (answer: (string | null)[]) => marking.mark(question, rules.toWire(asked(), answer)).score
  expect(score(['s2', 's3'])).toBe(4)
  expect(score(['s2', 's2'])).toBe(1.5)
  expect(score([null, 's1'])).toBe(2)
  expect(score([null, null])).toBe(0)
  expect(JSON.stringify(marking.toPublic(question))).not.toContain('key')
})

// QMATCH-203
test('the selections are shuffled by chance alone: the author’s order leaves no trace, and none is lost', () => {
  const question = marking.authoredQuestion.parse(authored)
  const reversed = marking.authoredQuestion.parse({ ...authored, selections: [...selections].reverse() })
  const numbers = [0.9, 0.5, 0]
  const chance = () => {
    const left = [...numbers]
    return () => left.shift() ?? 0
  }
  const order = (some: typeof question) => marking.forFormRun(some, chance()).selections.map(({ id }) => id)
  expect(order(question)).toEqual(['s3', 's2', 's1'])
  expect(order(reversed)).toEqual(order(question))
})

test.each([
  ['an option without a key', { key: { fr: 's1' } }, ['key']],
  ['a key of no option', { key: { ...authored.key, es: 's1' } }, ['key', 'es']],
  ['a key that is no selection', { key: { ...authored.key, fr: 's9' } }, ['key', 'fr']],
  ['a selection twice', { selections: [...selections, { id: 's1', text: 'x' }] }, ['selections', 3, 'id']],
  ['a start that is no selection', { options: [{ ...options[0], selectedId: 'x' }, options[1]] }, ['options', 0, 'selectedId']],
])('%s is refused at its place', (_, fields, path) => {
  expect(marking.authoredQuestion.safeParse({ ...authored, ...fields }).error?.issues.map((issue) => issue.path)).toEqual([
    path,
  ])
})
