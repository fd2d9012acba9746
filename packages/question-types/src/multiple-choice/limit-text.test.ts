import { expect, test } from 'vitest'
import { limitText } from './limit-text.ts'

const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id, selected: false }))
const text = (id: string, values: Record<string, string | number> = {}) => [id, ...Object.values(values)].join(' ')

// QCHOICE-214
test.each([
  [2, 2, 'question.chooseExactly 2'],
  [1, 3, 'question.chooseBetween 1 3'],
  [0, 3, 'question.chooseAtMost 3'],
  [2, 0, 'question.chooseAtLeast 2'],
  [0, 0, 'question.chooseAny'],
  [0, 4, 'question.chooseAny'],
])('at least %i and at most %i of four reads "%s"', (minOptions, maxOptions, expected) => {
  expect(limitText({ minOptions, maxOptions, options }, text)).toBe(expected)
})
