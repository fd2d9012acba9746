import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableQuestion } from './readable-question.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, text: `<p>${id}</p>` }))
const read = (question: object) => readableQuestion(JSON.stringify(question))

test('of a choice exactly the options are marked that the key names, be it one or several', () => {
  void fc.assert(
    fc.property(fc.subarray(['a', 'b', 'c']), (keys) => {
      const rightOnes = (key: unknown) =>
        read({ type: 'MULTICHOICE', text: 'Which?', options, key })?.options.map(({ isKey }) => isKey)
      const expected = options.map(({ id }) => keys.includes(id))
      expect(rightOnes(keys)).toEqual(expected)
      if (keys.length === 1) expect(rightOnes(keys[0])).toEqual(expected)
    }),
  )
})

test('of a typed answer all that is accepted is listed', () => {
  const key = { kind: 'numbers', accepted: [{ value: 9.81, tolerance: 0.02 }, { value: 10 }] }
  expect(read({ text: 'How much?', key })).toEqual({ text: 'How much?', options: [], accepted: ['9.81', '10'] })
})

test('what was cut, has no text or is no question is left to be shown as it is, whatever it is', () => {
  expect([read({ type: 'QGRID', rows: [] }), read({ text: 5 }), readableQuestion('{"text":"Whi')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  void fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (content) => void readableQuestion(content)))
})
