import type { SectionNode } from './paper.ts'

/** What a review tells of one question. Only one state holds; a bookmark is apart from it. */
export type ReviewState = 'answered' | 'unanswered' | 'unseen' | 'read'

export interface ReviewedQuestion {
  readonly id: string
  readonly state: ReviewState
  /** It takes an answer and has none, whether or not it was seen: what the second stage of finishing counts. */
  readonly isUnanswered: boolean
  readonly bookmarked: boolean
}

/** What is known of a question. `seen` is undefined where nobody kept whether it was. */
export interface QuestionFacts {
  readonly takesAnswer: boolean
  readonly answered: boolean
  readonly bookmarked: boolean
  readonly seen: boolean | undefined
}

export const reviewedQuestion = (id: string, { takesAnswer, answered, bookmarked, seen }: QuestionFacts): ReviewedQuestion => {
  const isAnswered = takesAnswer && answered
  const isUnseen = seen === false && !isAnswered && !bookmarked
  const state = isAnswered ? 'answered' : isUnseen ? 'unseen' : takesAnswer ? 'unanswered' : 'read'
  return { id, state, isUnanswered: takesAnswer && !answered, bookmarked }
}

/** What a learner may look at: everything, or what may still want them. */
export const reviewFilters = ['all', 'unanswered', 'unseen', 'bookmarked'] as const
export type ReviewFilter = (typeof reviewFilters)[number]

export const matchesReview = (filter: ReviewFilter, { state, isUnanswered, bookmarked }: ReviewedQuestion): boolean =>
  filter === 'all' ||
  (filter === 'unanswered' && isUnanswered) ||
  (filter === 'unseen' && state === 'unseen') ||
  (filter === 'bookmarked' && bookmarked)

/** A section of the paper with questions of its own, and the sections around it. */
export interface ReviewedSection<Q> {
  readonly path: readonly SectionNode[]
  readonly questions: readonly Q[]
}

/** Questions by the section in which they stand, in the paper's order; sections without any are left out. */
export const bySection = <Q extends { readonly id: string }>(
  root: SectionNode,
  questions: readonly Q[],
): ReviewedSection<Q>[] => {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const walk = (node: SectionNode, path: readonly SectionNode[]): ReviewedSection<Q>[] => {
    const own = node.questionIds.flatMap((id) => byId.get(id) ?? [])
    const inside = node.sections.flatMap((child) => walk(child, [...path, child]))
    return own.length > 0 ? [...inside, { path, questions: own }] : inside
  }
  return walk(root, [])
}
