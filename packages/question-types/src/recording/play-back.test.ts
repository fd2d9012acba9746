import type { Answer } from '@sitwell/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { playBack, type Recording, recording, toRecorded } from '../recordings.ts'
import { type QuestionType, typeRules } from '../rules.ts'
import { commonFields } from '../testing/arbitrary.ts'
import { sampleOf } from '../testing/type-samples.ts'

const startMs = Date.UTC(2026, 10, 21, 9)
const at = (seconds: number) => new Date(startMs + seconds * 1000).toISOString()
const play = (activities: { type: number; value: unknown; id?: string }[], types: readonly QuestionType[]) =>
  playBack(
    recording.parse({
      formRunGuid: 'run-1',
      activities: activities.map((one, index) => ({ id: at(index), ...one })),
    }),
    types.map((type) => sampleOf(type).question),
  )
const types = Object.keys(typeRules) as QuestionType[]

describe('a recording', () => {
  // ENT-333 REC-301 REC-302
  test('has a form run and activities, each with a type, a value and a moment', () => {
    const sample = { formRunGuid: 'run-1', activities: [{ type: 6, value: '', id: '2026-11-21T09:00:00.000Z' }] }
    expect(recording.parse(sample)).toEqual(sample)
    const [activity] = sample.activities
    for (const broken of [
      { ...activity, id: 'later' },
      { ...activity, type: 'start' },
      { value: '', id: at(0) },
    ])
      expect(recording.safeParse({ ...sample, activities: [broken] }).success).toBe(false)
    expect(recording.safeParse({ activities: [] }).success).toBe(false)
  })

  // REC-301 REC-303 REC-304 REC-305 REC-307 REC-308 REC-309 REC-310
  test('of one exam gives the answers that it ended with', () => {
    const announced = play(
      [
        { type: 6, value: '' },
        { type: 0, value: { questionId: 'q-RADIO', value: { r: 'Red | dark' } } },
        { type: 1, value: { answerText: 'Red | dark', options: [{ optionID: 'r', optionText: 'Red | dark' }] } },
        { type: 4, value: 'q-QUESTIONLTEXT' },
        { type: 0, value: { questionId: 'q-QUESTIONLTEXT', value: 'Because, | of\nthat' } },
        { type: 3, value: 'q-RADIO' },
        { type: 0, value: { questionId: 'q-RADIO', value: { 1: 'Blue' } } },
        { type: 7, value: '' },
      ],
      ['RADIO', 'QUESTIONLTEXT'],
    )
    expect(announced).toEqual({
      answers: new Map([
        [
          'q-RADIO',
          {
            answer: { answerText: 'Blue', options: [{ optionID: '1', optionText: 'Blue' }] },
            workings: '',
            saved: false,
          },
        ],
        ['q-QUESTIONLTEXT', { answer: { answerText: 'Because, | of\nthat', options: [] }, workings: '', saved: false }],
      ]),
      page: 'q-RADIO',
      finished: true,
      problems: [],
    })
  })

  // REC-306
  test('keeps the working notes beside the answer, and without one', () => {
    const notes = (value: string) => ({ type: 2, value: { questionId: 'q-RADIO', value } })
    const { answers } = play([notes('2 × 3'), notes('2 × 3 = 6')], ['RADIO'])
    expect(answers.get('q-RADIO')).toEqual({ answer: { answerText: '', options: [] }, workings: '2 × 3 = 6', saved: false })
  })

  test('counts by its moments, in whatever order it stands', () => {
    const text = (value: string, id: string) => ({ type: 0, value: { questionId: 'q-QUESTIONLTEXT', value }, id })
    const { answers } = play([text('last', at(9)), text('first', at(1))], ['QUESTIONLTEXT'])
    expect(answers.get('q-QUESTIONLTEXT')?.answer.answerText).toBe('last')
  })

  test('is read on where an activity makes no sense, and says which', () => {
    const odd = [
      { type: 0, value: { questionId: 'q-other', value: 'x' } },
      { type: 0, value: { questionId: 'q-RADIO', value: { x: 'No option' } } },
      { type: 0, value: { questionId: 'q-RADIO', value: { r: 'Not its text' } } },
      { type: 0, value: { questionId: 'q-RADIO', value: 'Red' } },
      { type: 0, value: 7 },
      { type: 1, value: { questionId: 'q-RADIO', answerText: 'x', options: [] } },
      { type: 1, value: 'saved' },
      { type: 2, value: { questionId: 'q-RADIO' } },
      { type: 4, value: 'q-other' },
    ]
    const { answers, problems } = play([...odd, { type: 0, value: { questionId: 'q-RADIO', value: { 1: 'Blue' } } }], ['RADIO'])
    expect(problems.map(({ id }) => id)).toEqual(odd.map((_, index) => at(index)))
    expect(answers.get('q-RADIO')?.answer.answerText).toBe('Blue')
  })
})

describe('what was saved and what was changed', () => {
  const changed = (value: string, seconds: number) => ({
    type: 0,
    value: { questionId: 'q-QUESTIONLTEXT', value },
    id: at(seconds),
  })
  const acknowledged = (answerText: string, seconds: number, more: object = {}) => ({
    type: 1,
    value: { questionId: 'q-QUESTIONLTEXT', answerText, options: [], ...more },
    id: at(seconds),
  })
  const lastOf = (...activities: { type: number; value: unknown; id: string }[]) => {
    const found = play(activities, ['QUESTIONLTEXT']).answers.get('q-QUESTIONLTEXT')
    return [found?.answer.answerText, found?.saved]
  }

  // REC-303 REC-305
  test.each([
    ['a change after the save', [acknowledged('a', 1), changed('ab', 2)], ['ab', false]],
    ['a save after the change', [changed('a', 1), acknowledged('ab', 2)], ['ab', true]],
    [
      'a save that is acknowledged after a newer change',
      [changed('ab', 3), acknowledged('a', 4, { clientTime: at(2) })],
      ['ab', false],
    ],
    [
      'the acknowledgement of the change itself',
      [changed('ab', 3), acknowledged('ab', 4, { clientTime: at(2) })],
      ['ab', true],
    ],
    [
      'saves that are acknowledged out of order',
      [acknowledged('ab', 3, { sequence: 2 }), acknowledged('a', 4, { sequence: 1 })],
      ['ab', true],
    ],
  ] as const)('%s', (_, activities, expected) => {
    expect(lastOf(...activities)).toEqual(expected)
  })
})

/** What the player's own log would say of these answers, given one after the other. */
const logOf = (
  type: QuestionType,
  answers: readonly Answer[],
  pick: (index: number) => 'changed' | 'saved' | 'both',
): Recording => {
  const { question } = sampleOf(type)
  const activities = answers.flatMap((answer, index) => {
    const change = { type: 0, value: { questionId: question.id, ...toRecorded(question, answer) }, id: at(index * 3 + 1) }
    const save = {
      type: 1,
      value: { questionId: question.id, ...answer, sequence: index + 1, clientTime: at(index * 3) },
      id: at(index * 3 + 2),
    }
    return { changed: [change], saved: [save], both: [change, save] }[pick(index)]
  })
  // As it comes from the server.
  return recording.parse(JSON.parse(JSON.stringify({ formRunGuid: 'run-1', activities })))
}

// REC-303 REC-304 REC-305
test.each(types)('whatever is answered to a question of the type %s comes back from its recording as it was', (type) => {
  const { question, answers } = sampleOf(type)
  const how = fc.constantFrom('changed', 'saved', 'both')
  fc.assert(
    fc.property(fc.array(fc.tuple(answers, how), { minLength: 1, maxLength: 4 }), (given) => {
      const log = logOf(
        type,
        given.map(([answer]) => answer),
        (index) => given[index]?.[1] ?? 'both',
      )
      const { answers: played, problems } = playBack(log, [question])
      expect(problems).toEqual([])
      expect(played.get(question.id)?.answer).toEqual(given.at(-1)?.[0])
    }),
  )
})

const formOf = (type: QuestionType) => {
  if (type === 'QTABLE') return z.array(z.strictObject({ rowId: z.string(), values: z.array(z.string()) }))
  const isChosen = ['COMBO', 'RADIO', 'TRUEFALSE', 'RADIOOTHER', 'MULTICHOICE', 'HOTTEXT', 'MATCH', 'MULTITEXT'].includes(type)
  // A choice that was taken back leaves an empty text.
  return isChosen ? z.union([z.record(z.string(), z.string()), z.literal('')]) : z.string()
}

// REC-304
test.each(types)('a change of the type %s is recorded as a map, rows or a text, whatever is answered', (type) => {
  const { question, answers } = sampleOf(type)
  fc.assert(
    fc.property(answers, (answer) => {
      expect(formOf(type).safeParse(toRecorded(question, answer).value).error).toBeUndefined()
    }),
  )
})

// REC-304
test('a change is recorded as option ids with their texts or as a text, with the answer beside it if these lack part of it', () => {
  const blue = { optionID: '1', optionText: 'Blue' }
  const one = { answerText: 'Blue', options: [blue] }
  expect(toRecorded(sampleOf('RADIO').question, one)).toEqual({ value: { 1: 'Blue' } })
  expect(toRecorded(sampleOf('QUESTIONLTEXT').question, { answerText: 'a|b', options: [] })).toEqual({ value: 'a|b' })
  const other = { ...one, otherText: 'Because' }
  expect(toRecorded(sampleOf('RADIOOTHER').question, other)).toEqual({ value: { 1: 'Blue' }, answer: other })
  // Numbers as ids: an object puts them into order, and the learner ticked in another.
  const green = { optionID: '7', optionText: '<b>Green</b>, light' }
  const ticked = { answerText: '<b>Green</b>, light|Blue', options: [green, blue] }
  expect(toRecorded(sampleOf('MULTICHOICE').question, ticked)).toEqual({
    value: { 1: 'Blue', 7: '<b>Green</b>, light' },
    answer: ticked,
  })
})

test('a recording of an older player, whose value may be a whole answer, is played too', () => {
  const value = { answerText: 'Blue', options: [{ optionID: '1', optionText: 'Blue' }], otherText: 'Because' }
  const { answers, problems } = play([{ type: 0, value: { questionId: 'q-RADIOOTHER', value } }], ['RADIOOTHER'])
  expect(problems).toEqual([])
  expect(answers.get('q-RADIOOTHER')?.answer).toEqual(value)
})

// REC-304 REC-311 REC-312
test('a table is recorded as rows of cells, and saved with commas between cells, and with | between those of a row in its options', () => {
  const table = sampleOf('QTABLE').question
  const rows = [
    { rowId: 'r', values: ['12, or so', '3|4'] },
    { rowId: '1', values: ['', '5'] },
  ]
  const saved = {
    answerText: '12\\, or so,3\\|4|,5',
    options: [
      { optionID: 'r', optionText: '12, or so|3|4' },
      { optionID: '1', optionText: '|5' },
    ],
  }
  const { answers, problems } = play([{ type: 0, value: { questionId: 'q-QTABLE', value: rows } }], ['QTABLE'])
  expect(problems).toEqual([])
  expect(answers.get('q-QTABLE')?.answer).toEqual(saved)
  expect(toRecorded(table, saved)).toEqual({ value: rows })
  const boxed = { ...saved, answerText: `${saved.answerText}|in the box` }
  expect(toRecorded(table, boxed)).toEqual({ value: rows, answer: boxed })
  for (const odd of [[{ rowId: 'x', values: ['1'] }], [{ rowId: 'r', values: ['1', '2', '3'] }]])
    expect(play([{ type: 0, value: { questionId: 'q-QTABLE', value: odd } }], ['QTABLE']).problems).toHaveLength(1)
})

test('an answer to a question of a type that this player lacks is told, and the rest is played', () => {
  const unknown = { ...sampleOf('STATICTEXT').question, ...commonFields('HOLOGRAM'), id: 'q-x' }
  const activities = [
    { type: 0, value: { questionId: 'q-x', value: 'text' }, id: at(0) },
    { type: 0, value: { questionId: 'q-QUESTIONLTEXT', value: 'mine' }, id: at(1) },
  ]
  const { answers, problems } = playBack({ formRunGuid: 'r', activities }, [unknown, sampleOf('QUESTIONLTEXT').question])
  expect(problems).toHaveLength(1)
  expect(answers.get('q-QUESTIONLTEXT')?.answer.answerText).toBe('mine')
})
