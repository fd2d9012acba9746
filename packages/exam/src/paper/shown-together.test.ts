import { expect, test } from 'vitest'
import { buildPaper } from './paper.ts'
import { shownTogether } from './shown-together.ts'

const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: ['q0'] },
  { sectionId: 'a', sectionIds: ['a1'], questionIds: ['q1'] },
  { sectionId: 'a1', sectionIds: [], questionIds: ['q2', 'q3'] },
  { sectionId: 'b', sectionIds: [], questionIds: ['q4'] },
])
const around = (questionId: string, ...showing: string[]) => shownTogether(paper, questionId, (id) => showing.includes(id))?.id

// RUN-303
test('the outermost section that shows all its questions shows those of its own sections too, and nobody else’s', () => {
  expect(around('q2', 'a')).toBe('a')
  expect(around('q2', 'a', 'a1')).toBe('a')
  expect(around('q2', 'a1')).toBe('a1')
  expect(around('q1', 'a1')).toBeUndefined()
  expect(around('q4', 'a')).toBeUndefined()
  expect(around('q0', 'a', 'b')).toBeUndefined()
})
