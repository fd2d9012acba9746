import fc from 'fast-check'
import { expect, test } from 'vitest'
import { read } from '../../testing/read-bank.ts'

/** A cell of each column as somebody may fill it. */
const cells = {
  answer: {
    choice: 'qqash',
    several: 'A;B',
    truefalse: 'true',
    text: 'qqword',
    number: '4711',
    essay: 'qqmodel',
    upload: 'qqmodel',
    info: 'qqmodel',
  },
  A: 'qqash',
  B: 'qqoak',
  tolerance: '0.125',
  notes: 'qqnotes',
  feedback: 'qqfeedback',
  section: 'qqsection',
} as const
const kinds = ['choice', 'several', 'truefalse', 'text', 'number', 'essay', 'upload', 'info'] as const
const optional = ['answer', 'A', 'tolerance', 'notes', 'feedback', 'section'] as const
/** A question of the kind can't do without. */
const needs = (kind: (typeof kinds)[number], column: (typeof optional)[number]) =>
  (column === 'answer' && !['essay', 'upload', 'info'].includes(kind)) || (column === 'A' && /choice|several/.test(kind))

test('every filled cell of a row is shown, used for marks, or named in the report', async () => {
  const columns = fc.record({
    answer: fc.boolean(),
    A: fc.boolean(),
    tolerance: fc.boolean(),
    notes: fc.boolean(),
    feedback: fc.boolean(),
    section: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), columns, async (kind, has) => {
      const filled = optional.filter((column) => has[column] || needs(kind, column))
      const cellOf = (column: (typeof optional)[number]) => (column === 'answer' ? cells.answer[kind] : cells[column])
      const heads = ['question', 'type', ...filled, ...(filled.includes('A') ? ['B'] : [])]
      const row = ['Which?', kind, ...filled.map(cellOf), ...(filled.includes('A') ? [cells.B] : [])]
      const { exam, leftOut, why } = await read('set.csv', `${heads.join(',')}\n${row.join(',')}\n`)
      const told = JSON.stringify(exam?.sections)
      const missing = filled.filter((column) => {
        const isTrue = column === 'answer' && /truefalse|several/.test(kind)
        const named = `column "${column === 'A' ? 'choices' : column}"`
        return (
          !isTrue &&
          !told?.includes(cellOf(column)) &&
          !leftOut?.some(({ what, place }) => what === named && place === 'set.csv row 2')
        )
      })
      expect([why, missing]).toEqual([undefined, []])
    }),
    { numRuns: 60 },
  )
})

test('marks of what is only read are named', async () => {
  const { leftOut } = await read('set.csv', 'question,type,marks\nLook.,info,3\nLook.,info,0\n')
  expect(leftOut).toEqual([{ place: 'set.csv row 2', what: 'column "marks"', why: expect.anything() }])
})
