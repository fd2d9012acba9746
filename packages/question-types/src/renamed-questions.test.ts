import { describe, expect, test } from 'vitest'
import { authoredQuestion, markingOf, renamedQuestion } from './marking.ts'

const options = ['right', 'wrong', 'other'].map((id) => ({ id, text: `Text of ${id.length}${id[0]}` }))
const weights = { kind: 'weights', weights: { right: 2, other: 1 } }
const common = { id: 'q', text: 'Which?', marks: 2 }

/** Questions whose author has called the options what they are, each with answers by these names. */
const cases: [name: string, question: object, answers: object[]][] = [
  ...['RADIO', 'TRUEFALSE', 'COMBO'].map((type): [string, object, object[]] => [
    type,
    { type, ...common, options, key: 'right', credit: weights },
    options.map(({ id }) => ({ answerText: '', options: [{ optionID: id, optionText: '' }] })),
  ]),
  [
    'RADIOOTHER',
    { type: 'RADIOOTHER', ...common, options, key: 'right' },
    options.map(({ id }) => ({ answerText: '', options: [{ optionID: id, optionText: '' }] })),
  ],
  [
    'MULTICHOICE',
    { type: 'MULTICHOICE', ...common, options, key: ['right', 'other'], credit: { kind: 'each' } },
    [['right'], ['right', 'other'], ['right', 'wrong']].map((ids) => ({
      answerText: '',
      options: ids.map((optionID) => ({ optionID, optionText: '' })),
    })),
  ],
  [
    'MATCH',
    {
      type: 'MATCH',
      ...common,
      options: options.map((one) => ({ ...one, selectedId: 'wrong' })),
      selections: options,
      key: { right: 'right', wrong: ['wrong', 'other'], other: 'other' },
      credit: { kind: 'each' },
    },
    [
      ['right', 'right'],
      ['wrong', 'right'],
    ].map(([optionID, optionText]) => ({ answerText: '', options: [{ optionID, optionText }] })),
  ],
]

/** What names options in an answer: in that of a match, its texts are ids of selections too. */
const renamedAnswer = (answer: object, list: (id: string) => string) =>
  JSON.parse(JSON.stringify(answer, (key, value) => (/^option(ID|Text)$/.test(key) && value !== '' ? list(value) : value)))

describe('a question whose options are given ids that say nothing', () => {
  const fresh = (id: string) => `n${[...id].map((sign) => sign.charCodeAt(0)).join('')}`

  test.each(cases)('of type %s names none by its old one, and marks the same answers as before', (_, given, answers) => {
    const question = authoredQuestion.parse(given)
    const renamed = renamedQuestion(question, (_list, id) => fresh(id))
    expect(JSON.stringify(renamed)).not.toMatch(/"(right|wrong|other)"/)
    for (const answer of answers) {
      const mark = markingOf(question).mark(question, answer as never)
      expect(markingOf(renamed).mark(renamed, renamedAnswer(answer, fresh))).toEqual(mark)
    }
    expect(markingOf(question).mark(question, answers[0] as never).score).toBeGreaterThan(0)
  })

  test('of blanks names those of each list by that list, whichever way its author has written it', () => {
    const typed = { kind: 'texts', accepted: [{ value: 'right' }] }
    const question = authoredQuestion.parse({
      type: 'BLANKS',
      ...common,
      text: 'The [V1] and [v2].',
      variableOptions: [{ id: 'v1', options }],
      key: { V1: { options: ['right'] }, V2: typed },
    })
    const renamed = renamedQuestion(question, (list, id) => `${list}-${fresh(id)}`)
    expect(renamed).toMatchObject({
      variableOptions: [{ id: 'v1', options: options.map(({ id, text }) => ({ id: `V1-${fresh(id)}`, text })) }],
      key: { V1: { options: [`V1-${fresh('right')}`] }, V2: typed },
    })
  })

  test('stays as it is where its type has no ids of its author', () => {
    const question = authoredQuestion.parse({ type: 'STATICTEXT', id: 'q', text: 'Read this.' })
    expect(renamedQuestion(question, () => 'never')).toBe(question)
  })
})
