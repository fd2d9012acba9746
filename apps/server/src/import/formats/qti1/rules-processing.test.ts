import { tidy } from '@sitwell/qti/score'
import { authoredQuestion, markingOf } from '@sitwell/question-types/marking'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerOf, type Layout } from './layout.ts'
import { processingOf } from './rules-processing.ts'
import { type Given, type ScoreRules, scoreOf, type Test } from './score-rules.ts'

const letters = ['a', 'b', 'c', 'd']
const ids = new Map(letters.map((one, at) => [one, `o${at + 1}`]))
const options = letters.map((one, at) => ({ id: `o${at + 1}`, text: one }))

interface Setting {
  readonly layout: Layout
  readonly question: Record<string, unknown>
  readonly leaves: readonly Test[]
  readonly given: fc.Arbitrary<Given>
}

const equalId = (response: string, id: string): Test => ({ is: 'equal', response, value: { as: 'id', id } })
const texts = ['Oak', 'oak', ' Elm tree ', 'é', 'e\u0301', '12', '12.0', '13.5', '-1', '', 'a|b\\']

const settings: Setting[] = [
  {
    layout: { kind: 'choice', response: 'R', ids, isSeveral: true },
    question: { type: 'MULTICHOICE', options, key: [] },
    leaves: [
      ...letters.map((one) => equalId('R', one)),
      { is: 'empty', response: 'R' },
      {
        is: 'exactly',
        response: 'R',
        values: [
          { as: 'id', id: 'a' },
          { as: 'id', id: 'c' },
        ],
      },
    ],
    given: fc.subarray(letters).map((some) => new Map([['R', some]])),
  },
  {
    layout: { kind: 'choice', response: 'R', ids, isSeveral: false },
    question: { type: 'RADIO', options, key: '' },
    leaves: [...letters.map((one) => equalId('R', one)), { is: 'empty', response: 'R' }],
    given: fc.subarray(letters, { maxLength: 1 }).map((some) => new Map([['R', some]])),
  },
  {
    layout: {
      kind: 'match',
      rows: new Map([
        ['one', 'o1'],
        ['two', 'o2'],
      ]),
      ids: new Map(['one', 'two'].map((row) => [row, new Map(letters.map((one, at) => [one, `s${at + 1}`]))])),
    },
    question: {
      type: 'MATCH',
      options: options.slice(0, 2),
      selections: letters.map((one, at) => ({ id: `s${at + 1}`, text: one })),
    },
    leaves: ['one', 'two'].flatMap((row) => [
      ...letters.map((one) => equalId(row, one)),
      { is: 'empty', response: row } as const,
    ]),
    given: fc.tuple(fc.constantFrom('', ...letters), fc.constantFrom('', ...letters)).map(
      ([one, two]) =>
        new Map([
          ['one', [one]],
          ['two', [two]],
        ]),
    ),
  },
  {
    layout: { kind: 'order', response: 'R', ids: new Map(letters.map((one, at) => [one, `s${at + 1}`])) },
    question: { type: 'MATCH', options, selections: letters.map((one, at) => ({ id: `s${at + 1}`, text: one })) },
    leaves: letters.flatMap((one) =>
      [1, 2, 4].map((at): Test => ({ is: 'equal', response: 'R', value: { as: 'id', id: one }, at })),
    ),
    given: fc.shuffledSubarray(letters, { minLength: 4 }).map((some) => new Map([['R', some]])),
  },
  {
    layout: {
      kind: 'blanks',
      blanks: [
        { response: 'T', at: 1, as: 'text', ids: new Map(), texts: new Map() },
        { response: 'T', at: 2, as: 'text', ids: new Map(), texts: new Map() },
        { response: 'N', at: 1, as: 'number', ids: new Map(), texts: new Map() },
        { response: 'L', at: 1, as: 'id', ids, texts: new Map(letters.map((one) => [one, one])) },
      ],
    },
    question: { type: 'BLANKS', text: '[V1] [V2] [V3] [V4]', variableOptions: [{ id: 'V4', options }] },
    leaves: [
      ...['Oak', 'é'].flatMap((text) =>
        [true, false].flatMap((isExact): Test[] => [
          { is: 'equal', response: 'T', value: { as: 'text', text, isExact } },
          { is: 'equal', response: 'T', value: { as: 'text', text, isExact }, at: 2 },
          { is: 'holds', response: 'T', value: { as: 'text', text: 'EL', isExact } },
        ]),
      ),
      { is: 'equal', response: 'N', value: { as: 'number', number: 12 } },
      ...(['gt', 'gte', 'lt', 'lte'] as const).map((by): Test => ({ is: 'compared', response: 'N', by, than: 12 })),
      { is: 'empty', response: 'T' },
      { is: 'empty', response: 'N', isNumber: true },
      ...letters.map((one) => equalId('L', one)),
    ],
    given: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(...texts)), fc.constantFrom('', ...letters)).map(
      ([one = '', two = '', three = '', four = '']) =>
        new Map([
          ['T', [one, two]],
          ['N', [three]],
          ['L', [four]],
        ]),
    ),
  },
]

const testOf = (leaves: readonly Test[]): fc.Arbitrary<Test> =>
  fc.letrec<{ test: Test }>((tie) => ({
    test: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Test>(...leaves, { is: 'other' }, { is: 'never' }),
      fc.array(tie('test'), { minLength: 1, maxLength: 3 }).map((of): Test => ({ is: 'all', of })),
      fc.array(tie('test'), { minLength: 1, maxLength: 3 }).map((of): Test => ({ is: 'any', of })),
      tie('test').map((of): Test => ({ is: 'not', of })),
    ),
  })).test

const rulesOf = (leaves: readonly Test[]): fc.Arbitrary<ScoreRules> =>
  fc.record({
    start: fc.constantFrom(0, 1, 5),
    least: fc.constantFrom(undefined, 0, -2),
    most: fc.constantFrom(undefined, 4, 10),
    rules: fc.array(
      fc.record({
        test: testOf(leaves),
        changes: fc.array(
          fc.record({
            action: fc.constantFrom('set', 'add', 'subtract', 'multiply', 'divide'),
            value: fc.constantFrom(0.5, 1, 2, 3, 100 / 3),
          }),
          { maxLength: 2 },
        ),
        goesOn: fc.boolean(),
      }),
      { maxLength: 5 },
    ),
  })

test.each(settings.map((one) => [one.layout.kind, one] as const))(
  'whatever its rules, an answer to a question of the kind %s is worth what they give it as they are written',
  (_, { layout, question, leaves, given }) => {
    fc.assert(
      fc.property(rulesOf(leaves), fc.array(given, { minLength: 1, maxLength: 6 }), (rules, answers) => {
        const processing = processingOf(rules, layout, 0.5)
        const asked = authoredQuestion.parse({ text: '', ...question, id: 'q', marks: 1, processing })
        for (const one of answers) {
          const score = scoreOf(rules, one, { isBoundAtEnd: false, isOtherOfScores: false })
          expect(markingOf(asked).mark(asked, answerOf(layout, one)).score).toBeCloseTo(tidy(score * 0.5), 6)
        }
      }),
      { numRuns: 150 },
    )
  },
)
