import type { Question } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authoredQuestion, toPublicQuestion } from './marking.ts'
import { readAnswer } from './rules.ts'
import { answerOfTyped, typedFields } from './typed-answers-marking.ts'

/** A question as the page of a sitting has it, as far as its places go. */
const asked = (written: object): Question => {
  const shown: object = toPublicQuestion(authoredQuestion.parse({ id: 'q', text: '', marks: 1, ...written }))
  return { ...shown, number: 1, paperPartId: 'p' } as Question
}

const texts = (value: string) => ({ kind: 'texts', accepted: [{ value }] })
const list = [
  { id: 'k', text: 'Oak' },
  { id: 'l', text: 'Elm' },
]
const blanks = asked({
  ...{ type: 'BLANKS', text: '[V1] and [V2]', variableOptions: [{ id: 'V2', options: list }] },
  key: { V1: texts('Ash'), V2: { options: ['k'] } },
})
const parts = asked({
  ...{ type: 'MULTITEXT', marks: undefined },
  parts: [
    { id: 'a', text: '<p>First</p>', key: texts('Ash') },
    { id: 'b', suffix: 'm', key: texts('Elm') },
  ],
})

test('an answer that is typed reads as what was typed into each place', () => {
  void fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() !== ''),
      (word) => {
        const ofParts = answerOfTyped(parts, [word, 'Elm'])
        expect(ofParts && readAnswer(parts, ofParts).map(({ value }) => value.text)).toEqual([word, 'Elm'])
        const ofBlanks = answerOfTyped(blanks, [word, 'Elm'])
        expect(ofBlanks && readAnswer(blanks, ofBlanks).map(({ value }) => value.text)).toEqual([word, 'Elm'])
      },
    ),
  )
})

test('only what may stand in a place is taken, and only of types that are typed', () => {
  expect(typedFields(blanks)).toEqual([{ label: '' }, { label: '', options: ['Oak', 'Elm'] }])
  expect(typedFields(parts)).toEqual([{ label: '<p>First</p>' }, { label: 'm' }])
  expect(answerOfTyped(blanks, ['Ash', 'Beech'])).toBeUndefined()
  expect(answerOfTyped(blanks, ['Ash'])).toBeUndefined()
  const radio = asked({ type: 'RADIO', options: list, key: 'k' })
  expect([typedFields(radio), answerOfTyped(radio, ['Oak'])]).toEqual([undefined, undefined])
})
