import { expect, test } from 'vitest'
import { cellStates, createColumns } from './columns.ts'

test('columns hold each cell at the place of its person, once for an option that is named twice', () => {
  const columns = createColumns([{ options: ['a', 'b'] }, { options: [] }], 2)
  columns.add({ cells: [0.5, 'omitted'], chosen: [['a', 'a', 'unknown']] })
  columns.add({ cells: ['unmarked'], chosen: [] })
  const { people, questions } = columns.all()
  expect(people).toBe(2)
  expect(questions.map(({ marks }) => [...marks])).toEqual([
    [0.5, 0],
    [0, 0],
  ])
  expect(questions.map(({ states }) => [...states])).toEqual([
    [cellStates.marked, cellStates.unmarked],
    [cellStates.omitted, cellStates['not-asked']],
  ])
  expect([...(questions[0]?.chosen ?? [])].map(([id, by]) => [id, ...by])).toEqual([
    ['a', 1, 0],
    ['b', 0, 0],
  ])
  expect(() => columns.add({ cells: [], chosen: [] })).toThrow(RangeError)
})
