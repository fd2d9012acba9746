import { questionTypes } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html, typed } from './answer-reading.ts'
import { type QuestionType, readAnswer, rulesOf, textToRead } from './rules.ts'
import { commonFields } from './testing/arbitrary.ts'
import { everyComponent } from './testing/grid-form.ts'
import { sampleOf } from './testing/type-samples.ts'

const asked = (type: QuestionType, fields: object = {}) =>
  rulesOf(type).publicQuestion.parse({ ...commonFields(type), ...fields })
const options = [
  { id: 'a', text: '<b>Ash</b>' },
  { id: 'b', text: 'Birch' },
]
/** What a learner gave, from the answer as its panel holds it. */
const reading = (type: QuestionType, fields: object, answer: unknown) => {
  const question = asked(type, fields)
  return readAnswer(question, rulesOf(type).toWire(question, answer))
}

test('what was chosen reads as the texts of the options, and what was typed as it was typed', () => {
  expect(reading('RADIO', { options }, 'a')).toEqual([{ value: html('<b>Ash</b>') }])
  expect(reading('MULTICHOICE', { options }, ['b', 'a'])).toEqual([{ value: html('Birch') }, { value: html('<b>Ash</b>') }])
  expect(reading('QUESTIONLTEXT', {}, '<b>not markup</b>')).toEqual([{ value: typed('<b>not markup</b>') }])
  expect(reading('RADIOOTHER', { options }, { optionId: 'b', otherText: 'or <i>' })).toEqual([
    { value: html('Birch') },
    { value: typed('or <i>') },
  ])
})

test('an answer in several places says what each was given for, and which was left out', () => {
  const selections = [{ id: '1', text: 'Rome' }]
  expect(reading('MATCH', { options, selections }, ['1', null])).toEqual([
    { label: html('<b>Ash</b>'), value: html('Rome') },
    { label: html('Birch'), value: html('') },
  ])
  const table = { columns: [{ text: 'Net' }, { text: 'Tax' }], rows: [{ id: 'r', text: 'Ink', cells: [{ text: '5' }, null] }] }
  expect(reading('QTABLE', table, { rows: [['', '1,5|x']], box: '' })).toEqual([
    { label: html('Ink, Tax'), value: typed('1,5|x') },
  ])
  const parts = [
    { id: 'p', text: 'How far?', suffix: 'km' },
    { id: 'q', usesRichText: true },
  ]
  expect(reading('MULTITEXT', { parts }, ['12', '<p>So</p>'])).toEqual([
    { label: html('How far? … km'), value: typed('12') },
    { label: html(''), value: html('<p>So</p>') },
  ])
})

test('blanks are numbered in the text, and so are their values', () => {
  const text = '<p title="[V1]">The [v2] is [x] near [V7], the [V2] too.</p>'
  expect(textToRead(asked('BLANKS', { text }))).toBe('<p title="[V1]">The (1) is  near (2), the (1) too.</p>')
  expect(reading('BLANKS', { text }, ['fox', ''])).toEqual([
    { label: typed('(1)'), value: typed('fox') },
    { label: typed('(2)'), value: typed('') },
  ])
})

test('a form reads by the names of its fields and options, of the rows that are shown', () => {
  const values = new Map([
    ['name', 'Ada'],
    ['paid', 'no'],
    ['urgent', '1'],
    ['due', '2026-03-04'],
    ['day', '2026-05-00'],
    ['where', 'north east'],
    ['route', 'east north'],
    ['lines', 'east:north south:north'],
    ['tags', 'light:north'],
    ['spots', '3,4 200,0'],
    ['wait', '1'],
  ])
  const lines = reading('QGRID', everyComponent, { action: 'late', confirmed: false, values, rowStates: new Map() })
  const given = lines.filter(({ value }) => value.text !== '').map(({ label, value }) => [label?.text, value.text])
  expect(given).toEqual([
    ['Name', 'Ada'],
    ['Due', '2026-03-04'],
    ['Day', '2026-05-00'],
    ['Paid?', '<b>No</b>'],
    ['Urgent', '✓'],
    ['Where?', 'North, East'],
    ['Route', '1. C, 2. A: North'],
    ['Lines', 'C – A: North, B: South – A: North'],
    ['Tags', 'A: North – A light'],
    ['Spots', '(3, 4), (200, 0)'],
    [undefined, 'Too late'],
  ])
  // Who reads it knows in which language.
  expect(lines.flatMap(({ label, value }) => (value.isDay ? [label?.text] : []))).toEqual(['Due', 'Day'])
})

test.each(questionTypes)('an answer of type %s reads as something exactly where it holds something', (type) => {
  const { question, answers } = sampleOf(type)
  expect(readAnswer(question, { answerText: '', options: [] })).toEqual([])
  fc.assert(
    fc.property(answers, (answer) => {
      const lines = readAnswer(question, answer)
      if (!rulesOf(type).takesAnswer) expect(lines).toEqual([])
      for (const { value } of lines) expect(typeof value.text).toBe('string')
      if (type === 'QUESTIONLTEXT' || type === 'ASCX')
        expect(lines.map(({ value }) => value.text)).toEqual(answer.answerText.trim() === '' ? [] : [answer.answerText])
    }),
    { numRuns: 40 },
  )
})
