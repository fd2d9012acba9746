import type { Answered } from './answered.ts'
import type { SectionNode } from './paper.ts'

/** What a review tells of one question. Only one state holds; a bookmark is apart from it. */
export type ReviewState = 'answered' | 'partly' | 'unanswered' | 'unseen' | 'read'

export interface ReviewedQuestion {
  readonly id: string
  readonly state: ReviewState
  /** It wants an answer and has none, whether or not it was seen: with those partly answered, what the second stage of finishing counts. */
  readonly isUnanswered: boolean
  /** It asks for a file that was not uploaded. */
  readonly lacksFile: boolean
  readonly bookmarked: boolean
}

/** What is known of a question. `seen` is undefined if nobody kept whether it was. */
export interface QuestionFacts {
  readonly wantsAnswer: boolean
  readonly answered: Answered
  readonly lacksFile: boolean
  readonly bookmarked: boolean
  readonly seen: boolean | undefined
}

const stateOf = ({ wantsAnswer, answered, bookmarked, seen }: QuestionFacts): ReviewState => {
  if (wantsAnswer && answered !== 'not') return answered === 'fully' ? 'answered' : 'partly'
  if (seen === false && !bookmarked) return 'unseen'
  return wantsAnswer ? 'unanswered' : 'read'
}

export const reviewedQuestion = (id: string, facts: QuestionFacts): ReviewedQuestion => {
  const { wantsAnswer, answered, bookmarked } = facts
  const lacksFile = wantsAnswer && answered !== 'fully' && facts.lacksFile
  return { id, state: stateOf(facts), isUnanswered: wantsAnswer && answered === 'not', lacksFile, bookmarked }
}

/** What a learner may look at: everything, or what may still want them. */
export const reviewFilters = ['all', 'open', 'unanswered', 'partly', 'unseen', 'bookmarked'] as const
export type ReviewFilter = (typeof reviewFilters)[number]

export const matchesReview = (filter: ReviewFilter, { state, isUnanswered, bookmarked }: ReviewedQuestion): boolean =>
  filter === 'all' ||
  (filter === 'open' && (isUnanswered || state === 'partly')) ||
  (filter === 'unanswered' && isUnanswered) ||
  (filter === 'partly' && state === 'partly') ||
  (filter === 'unseen' && state === 'unseen') ||
  (filter === 'bookmarked' && bookmarked)

/** A section of the paper with its own questions, and the sections around it. */
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
