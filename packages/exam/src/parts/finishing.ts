import type { Paper } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import { nextPart, openParts, type PaperPosition } from './navigation.ts'

/** What is finished, and for a part what comes after it. */
export type Finishing =
  | { readonly kind: 'exam' }
  | { readonly kind: 'part'; readonly partId: string; readonly nextPartId: string }

const wholeExam: Finishing = { kind: 'exam' }

/**
 * What the learner finishes by Finish: their part, where it has a time or its own order and another comes after it; otherwise the
 * exam (spec 3 §4). Parts that are headings only are not finished one by one.
 */
export const finishingOf = (paper: Paper, plan: ExamPlan, place: PaperPosition): Finishing => {
  const part = plan.parts.find(({ id }) => id === place.partId)
  if (part === undefined || !(part.oneWay || part.timeMs > 0 || part.readingMs > 0)) return wholeExam
  const next = nextPart(paper, place)
  return next ? { kind: 'part', partId: part.id, nextPartId: next.id } : wholeExam
}

/**
 * What the end of a part's time finishes: the part where another is still to be sat, otherwise the exam. An earlier one counts too:
 * who sat the last part first keeps the time of the others.
 */
export const finishedByTime = (paper: Paper, place: PaperPosition): Finishing => {
  const { partId } = place
  const next = nextPart(paper, place) ?? openParts(paper, place).find(({ id }) => id !== partId)
  return partId !== undefined && next ? { kind: 'part', partId, nextPartId: next.id } : wholeExam
}
