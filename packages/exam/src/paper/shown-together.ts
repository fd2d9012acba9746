import { type Paper, type SectionNode, sectionsAround } from './paper.ts'

/**
 * The section whose questions all show at once where this question does: the outermost one around it that says so. Undefined
 * where the question shows alone (spec 3 §2).
 */
export const shownTogether = (
  paper: Paper,
  questionId: string,
  showsAll: (sectionId: string) => boolean,
): SectionNode | undefined => sectionsAround(paper, questionId).find(({ id }) => showsAll(id))
