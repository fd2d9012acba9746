import { questionsOf, type SectionNode } from './paper.ts'

/** Marks of a section: its own where given, otherwise the sum of its questions' marks, those of its sections included (spec 3 §2). */
export const sectionMarks = (
  node: SectionNode,
  given: (sectionId: string) => number | undefined,
  marksOf: (questionId: string) => number,
): number => given(node.id) ?? questionsOf(node).reduce((sum, id) => sum + marksOf(id), 0)
