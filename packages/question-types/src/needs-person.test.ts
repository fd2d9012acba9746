import type { Answer } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { authoredQuestion, markingOf, needsPerson } from './marking.ts'

const read = (question: object) => authoredQuestion.parse({ id: 'q', text: '', marks: 2, ...question })
const options = ['a', 'b'].map((id) => ({ id, text: id }))
const typed = { kind: 'texts', accepted: [{ value: 'oxygen' }] }
const row = { id: 'r', text: '', cells: [null] }
const cells = { type: 'QTABLE', columns: [{ text: '' }], rows: [row] }
const wrote: Answer = {
  answerText: 'Because',
  otherText: 'else',
  options: ['a', 'p'].map((optionID) => ({ optionID, optionText: 'Because' })),
}

const kinds = [
  ['a long text', { type: 'QUESTIONLTEXT' }, true],
  ['a choice', { type: 'RADIO', options, key: 'a' }, false],
  ['a choice with a text and without a key', { type: 'RADIOOTHER', options }, true],
  ['a choice with a text and a key', { type: 'RADIOOTHER', options, key: 'a' }, false],
  ['parts that all have keys', { type: 'MULTITEXT', marks: undefined, parts: [{ id: 'p', marks: 2, key: typed }] }, false],
  ['a part without a key', { type: 'MULTITEXT', marks: undefined, parts: [{ id: 'p', marks: 2 }] }, true],
  ['a control with a key', { type: 'ASCX', controlName: 'x', key: typed }, false],
  ['a control without a key', { type: 'ASCX', controlName: 'x' }, true],
  ['an upload', { type: 'EVIDENCE' }, true],
  ['an upload for no marks', { type: 'EVIDENCE', marks: 0 }, false],
  ['a table with a key', { ...cells, key: { r: [typed] } }, false],
  ['a table without a key', cells, true],
  ['a table with a key and a box without', { ...cells, key: { r: [typed] }, showAnswerInputField: true }, true],
  ['a text to read', { type: 'STATICTEXT', marks: undefined }, false],
  ['a choice that its source leaves to a person', { type: 'RADIO', options, key: 'a', processing: { kind: 'person' } }, true],
  ['a text that its source gives no marks', { type: 'QUESTIONLTEXT', processing: { kind: 'none' } }, false],
] as const

test.each(kinds)('%s needs a person: %#', (_, question, expected) => {
  const asked = read(question)
  expect(needsPerson(asked)).toBe(expected)
  // What was promised beforehand holds for the mark.
  const { needsPerson: waits } = markingOf(asked).mark(asked, wrote)
  if (!expected) expect(waits).toBe(false)
})
