import type { Question } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Offer, ReadText } from './answer-reading.ts'
import { authoredQuestion, toPublicQuestion } from './marking.ts'
import { offersToRead, type QuestionType, textToRead, typeRules } from './rules.ts'
import { commonFields } from './testing/arbitrary.ts'
import { sampleOf } from './testing/type-samples.ts'

const row = (texts: readonly ReadText[]) => texts.map(({ text }) => text).join(' / ')
const linesOf = (offer: Offer) =>
  offer.kind === 'list'
    ? [...(offer.label ? [`${offer.label.text}:`] : []), ...offer.items.map(({ text }) => text)]
    : [offer.head, ...offer.rows].map(row)
const offered = (question: Question) => offersToRead(question).map(linesOf)

const choice = ['Red | dark', '<b>Green</b>, light', 'Blue']
/** What a learner sees of each sample beside its text, before anything is answered; a new type doesn't compile without. */
const seen: Record<QuestionType, readonly (readonly string[])[]> = {
  COMBO: [choice],
  RADIO: [choice],
  TRUEFALSE: [choice],
  RADIOOTHER: [choice],
  MULTICHOICE: [choice],
  MATCH: [choice, choice.toReversed()],
  BLANKS: [],
  HOTTEXT: [],
  QTABLE: [[' / Net / Tax', 'Paper /  / ', 'Ink /  / ']],
  QUESTIONLTEXT: [],
  STATICTEXT: [],
  ASCX: [],
  MULTITEXT: [['', '', '']],
  EVIDENCE: [['']],
  VISITED: [],
  QGRID: [
    [
      '<p>Order <b>12</b></p>',
      ...['Name', 'Amount', 'Due', 'Notes', 'Day'],
      ...['Paid?: Yes | no / <b>No</b>', 'Urgent', 'Sent by: Yes | no / <b>No</b>'],
      ...['<img src="resources/map.png" alt="A map">', 'Where?', '<img src="resources/map.png" alt="A map">'],
      ...[
        'Invoice',
        'Call',
        'Film',
        'Sketch',
        '<img src="resources/map.png" alt="A map">',
        'Code',
        'Route',
        '<img src="resources/map.png" alt="A map">',
        'A: North / B: South / C',
      ],
      ...['Lines', '<img src="resources/map.png" alt="A map">', 'A: North / B: South / C'],
      ...['Tags', '<img src="resources/map.png" alt="A map">', 'A: North / B: South / C', 'A port / A light'],
      ...['Spots', '<img src="resources/map.png" alt="A map">', 'Prepare'],
    ],
  ],
}
const types = Object.keys(typeRules) as QuestionType[]

test.each(types)('what %s offers is what its learner sees, and nothing of what they have answered', (type) => {
  const { question, answers } = sampleOf(type)
  expect(offered(question)).toEqual(seen[type])
  fc.assert(
    fc.property(answers, (serverAnswer) => {
      expect(offered({ ...question, serverAnswer })).toEqual(seen[type])
    }),
  )
})

/** The same with a key beside everything that it is made of, as if the server gave it out. */
const withKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withKeys)
  if (typeof value !== 'object' || value === null) return value
  const within = Object.entries(value).map(([name, one]) => [name, withKeys(one)])
  const secrets = ['key', 'credit', 'accepted', 'markingNotes', 'share', 'answerText']
  return { ...Object.fromEntries(secrets.map((name) => [name, 'SECRET'])), ...Object.fromEntries(within) }
}

test.each(types)('what is read of %s on paper holds no key, even of a question that has one', (type) => {
  const { question } = sampleOf(type)
  // Boundary: the same question, with more in it than its type says.
  const keyed = withKeys(question) as Question
  expect(JSON.stringify(keyed)).toContain('SECRET')
  expect(JSON.stringify([offersToRead(keyed), textToRead(keyed)])).not.toContain('SECRET')
})

test('blanks, parts and evidence name what is asked for, and no answer to it', () => {
  const options = ['a', 'b'].map((id) => ({ id, text: `Text ${id}` }))
  const texts = { kind: 'texts', accepted: [{ value: 'secret' }] }
  const common = { id: 'q', marks: 2 }
  const readOf = (authored: object) => {
    const { type } = authored as { type: QuestionType }
    const shown = toPublicQuestion(authoredQuestion.parse({ ...common, ...authored }))
    const question = typeRules[type].publicQuestion.parse({ ...commonFields(type), ...shown })
    return [textToRead(question), ...offered(question)]
  }
  expect(
    readOf({
      type: 'BLANKS',
      text: '[V1] and [V2]',
      variableOptions: [{ id: 'V1', options }],
      key: { V1: { options: ['a'] }, V2: texts },
    }),
  ).toEqual(['(1) and (2)', ['(1):', 'Text a', 'Text b']])
  expect(
    readOf({
      type: 'MULTITEXT',
      text: 'Weigh it',
      parts: [{ id: 'a', text: 'Net', suffix: 'kg', marks: 2, key: texts, markingNotes: 'secret' }],
    }),
  ).toEqual(['Weigh it', ['Net … kg']])
  expect(readOf({ type: 'EVIDENCE', text: 'Show it', evidenceText: 'Two photos', markingNotes: 'secret' })).toEqual([
    'Show it',
    ['Two photos'],
  ])
})
