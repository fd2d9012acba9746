import type { Boundary, Decision, ResultRules, Share } from './result-rules.ts'
import { compareShares } from './share.ts'

/** A change of rules; what it doesn't name stays. */
export interface RulesChange {
  readonly decide?: readonly Decision[] | undefined
  /** Questions about which nothing is decided any more, before `decide`. */
  readonly takeBack?: readonly string[] | undefined
  /** Null: those of the exam. */
  readonly boundaries?: readonly Boundary[] | null | undefined
  readonly passMark?: Share | null | undefined
}

/**
 * What is wrong with rules. `also`: an accepted answer is missing, or names what no other kind takes; `mixed`: one question has answers that are accepted and another decision,
 * or several others; `twice`: a grade or a boundary is there twice; `pass-order`: a higher grade fails and a lower one passes.
 */
export type RulesProblem = 'also' | 'mixed' | 'twice' | 'pass-order'

export interface FoundProblem {
  readonly path: string
  readonly message: RulesProblem
}

const isSameDecision = (one: Decision, other: Decision) =>
  one.kind === other.kind && JSON.stringify(one.also) === JSON.stringify(other.also)

const decided = (standing: readonly Decision[], one: Decision): readonly Decision[] => {
  const isReplaced = (other: Decision) =>
    other.questionID === one.questionID && (one.kind !== 'accept' || other.kind !== 'accept' || isSameDecision(one, other))
  return [...standing.filter((other) => !isReplaced(other)), one]
}

const inOrder = (one: Decision, other: Decision) =>
  one.questionID < other.questionID ? -1 : Number(one.questionID > other.questionID)

/** The rules after a change: decisions by their questions, boundaries from the highest down. */
export const changedRules = (rules: ResultRules, change: RulesChange): ResultRules => {
  const taken = new Set(change.takeBack)
  const standing: readonly Decision[] = rules.decisions.filter(({ questionID }) => !taken.has(questionID))
  const boundaries = change.boundaries === undefined ? rules.boundaries : (change.boundaries ?? undefined)
  const passMark = change.passMark === undefined ? rules.passMark : (change.passMark ?? undefined)
  return {
    decisions: (change.decide ?? []).reduce(decided, standing).toSorted(inOrder),
    ...(boundaries && { boundaries: boundaries.toSorted((one, other) => compareShares(other.from, one.from)) }),
    ...(passMark && { passMark }),
  }
}

const problemsOfBoundaries = (boundaries: readonly Boundary[]): FoundProblem[] => {
  const sorted = boundaries
    .map((boundary, at) => ({ boundary, at }))
    .sort((one, other) => compareShares(other.boundary.from, one.boundary.from))
  return sorted.flatMap(({ boundary, at }, place): FoundProblem[] => {
    const above = sorted[place - 1]?.boundary
    const isTwice =
      (above && compareShares(above.from, boundary.from) === 0) ||
      boundaries.some((other, place) => place < at && other.grade === boundary.grade)
    if (isTwice) return [{ path: `boundaries.${at}`, message: 'twice' }]
    return above && !above.pass && boundary.pass ? [{ path: `boundaries.${at}.pass`, message: 'pass-order' }] : []
  })
}

/** What is wrong with a change of rules by itself, whatever the exam: each with the field that it is about. */
export const problemsOfChange = ({ decide = [], boundaries }: RulesChange): FoundProblem[] => [
  ...decide.flatMap(({ questionID, kind, also }, at): FoundProblem[] => {
    const isMixed = decide.some(
      (other, place) => place < at && other.questionID === questionID && !(kind === 'accept' && other.kind === 'accept'),
    )
    if (isMixed) return [{ path: `decide.${at}`, message: 'mixed' }]
    const isGiven =
      also !== undefined && (also.answerText.trim() !== '' || also.options.length > 0 || (also.otherText ?? '') !== '')
    return isGiven === (kind === 'accept') && (kind === 'accept' || also === undefined)
      ? []
      : [{ path: `decide.${at}.also`, message: 'also' }]
  }),
  ...problemsOfBoundaries(boundaries ?? []),
]
