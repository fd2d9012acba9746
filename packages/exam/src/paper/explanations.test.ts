import { expect, test } from 'vitest'
import { marksIn, offeredExplanations, supports } from './explanations.ts'

const all = supports.map((support) => ({ support, text: support }))
const kinds = (offered?: readonly (typeof supports)[number][]) =>
  offeredExplanations([{ id: 'e', cards: all }], offered).flatMap(({ cards }) => cards.map(({ support }) => support))

test('an exam without a setting offers all supports except translations; an exam with a list offers only these', () => {
  expect(kinds()).toEqual(supports.filter((one) => one !== 'translation'))
  expect(kinds(['translation', 'braille'])).toEqual(['translation', 'braille'])
  expect(offeredExplanations([{ id: 'e', cards: all }], [])).toEqual([])
})

test('marks are found in all HTML of a value, however deep', () => {
  const value = {
    text: '<b data-explained="a">x</b>',
    options: [{ text: '<i lang="de" data-explained="b-1">y</i>' }],
    marks: 1,
  }
  expect([...marksIn(value)]).toEqual(['a', 'b-1'])
})
