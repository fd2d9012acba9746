import { expect, test } from 'vitest'
import { sectionMarks } from './marks.ts'
import { buildPaper } from './paper.ts'

// RUN-330
test("a section's marks are its own if given, otherwise the sum of its questions, including nested ones", () => {
  const { root } = buildPaper([
    { sectionId: 'root', sectionIds: ['a'], questionIds: ['q1'] },
    { sectionId: 'a', sectionIds: [], questionIds: ['q2', 'q3'] },
  ])
  const marks: Record<string, number> = { q1: 1, q2: 2, q3: 4 }
  const marksOf = (id: string) => marks[id] ?? 0
  const none = () => undefined
  expect(sectionMarks(root, none, marksOf)).toBe(7)
  expect(root.sections[0] && sectionMarks(root.sections[0], none, marksOf)).toBe(6)
  expect(root.sections[0] && sectionMarks(root.sections[0], () => 0, marksOf)).toBe(0)
})
