import { type Paper, questionsOf, type SectionNode } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'

/** How far a learner is through the parts of a paper. */
export interface PaperPosition {
  /** The part in which the learner is; undefined outside of any. */
  readonly partId: string | undefined
  readonly isComplete: (partId: string) => boolean
  /** Questions that a learner can't go to, in any part. */
  readonly isDisabled: (questionId: string) => boolean
}

/** The part of the paper that contains a question; undefined if the question is in the paper itself. */
export const partOf = ({ root }: Paper, questionId: string): SectionNode | undefined =>
  root.sections.find((part) => questionsOf(part).includes(questionId))

/**
 * The questions that a learner can go to, in order. Excluded are: questions of completed parts; from inside a one-way part, all
 * questions of other parts, because leaving it ends it, which needs a confirmation (spec 3 §2); and questions behind a one-way
 * part that is not completed, because going past it would end it unseen.
 */
export const reachable = (paper: Paper, plan: ExamPlan, place: PaperPosition): string[] => {
  const parts = paper.root.sections
  const isOpen = (id: string) => !place.isComplete(id) && plan.parts.some((part) => part.id === id && part.oneWay)
  const staysInside = place.partId !== undefined && isOpen(place.partId)
  const ahead = parts.findIndex((part) => isOpen(part.id) && questionsOf(part).some((id) => !place.isDisabled(id)))
  const isBehind = (at: number) => ahead !== -1 && at > ahead
  const closed = new Set(
    parts
      .filter(({ id }, at) => place.isComplete(id) || (id !== place.partId && (staysInside || isBehind(at))))
      .flatMap(questionsOf),
  )
  const isOutside = staysInside ? new Set(paper.root.questionIds) : new Set<string>()
  return paper.order.filter((id) => !closed.has(id) && !isOutside.has(id) && !place.isDisabled(id))
}

/** The next question that a learner can go to; undefined if there is none, which in a one-way part is its end. */
export const nextReachable = (paper: Paper, plan: ExamPlan, place: PaperPosition, questionId: string): string | undefined =>
  reachable(paper, plan, place).find((id) => placeOf(paper, id) > placeOf(paper, questionId))

export const previousReachable = (paper: Paper, plan: ExamPlan, place: PaperPosition, questionId: string): string | undefined =>
  reachable(paper, plan, place).findLast((id) => placeOf(paper, id) < placeOf(paper, questionId))

const placeOf = (paper: Paper, questionId: string) => paper.placeOf.get(questionId) ?? -1

/** The parts that hold questions to go to and aren't complete, in order. */
export const openParts = ({ root }: Paper, { isComplete, isDisabled }: Omit<PaperPosition, 'partId'>): SectionNode[] =>
  root.sections.filter((part) => !isComplete(part.id) && !questionsOf(part).every(isDisabled))

/** The part that comes after the one in which the learner is; completed ones, and those without a question to go to, are passed over. */
export const nextPart = (paper: Paper, place: PaperPosition): SectionNode | undefined => {
  const ids = paper.root.sections.map(({ id }) => id)
  const current = place.partId === undefined ? -1 : ids.indexOf(place.partId)
  return openParts(paper, place).find(({ id }) => ids.indexOf(id) > current)
}

/**
 * The question to open: the requested one if the learner can go to it, otherwise the first possible one. Undefined if nothing
 * is left to answer, because every part is complete or empty.
 */
export const openReachable = (
  paper: Paper,
  plan: ExamPlan,
  place: PaperPosition,
  wanted: string | undefined,
): string | undefined => {
  const ids = reachable(paper, plan, place)
  return wanted !== undefined && ids.includes(wanted) ? wanted : ids[0]
}

/**
 * The questions that a finish asks about: for a part its own, for the exam all that the learner can still go to (decisions, the
 * running exam).
 */
export const askedAbout = (paper: Paper, plan: ExamPlan, place: PaperPosition, finishing: 'part' | 'exam'): string[] => {
  const own = new Set(paper.root.sections.filter(({ id }) => id === place.partId).flatMap(questionsOf))
  return reachable(paper, plan, place).filter((id) => finishing === 'exam' || own.has(id))
}
