import type { Billionths } from '../marks-ledger/billionths.ts'

/** An exact part of the marks that somebody could have: `marks` of `of`, both whole numbers. 66.67 % is 6667 of 10000, and two thirds are 2 of 3. */
export interface Share {
  readonly marks: number
  /** Above 0. */
  readonly of: number
}

/** A grade, and the least part of the marks that reaches it. */
export interface Boundary {
  readonly grade: string
  readonly from: Share
  readonly pass: boolean
}

/** An answer as somebody gave it, as far as decisions name one. */
export interface GivenAnswer {
  readonly answerText: string
  readonly options: { readonly optionID: string; readonly optionText: string }[]
  readonly otherText?: string | undefined
}

/**
 * What staff can decide about a question after it was sat. `accept`: another answer is right too. `full`: everybody who was asked has all of its marks. `neutralise`: it
 * counts neither for nor against anybody. `neutralise-if-better`: the same for those alone whom it helps.
 */
export const decisionKinds = ['accept', 'full', 'neutralise', 'neutralise-if-better'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** A decision about a question, in every version of the exam that has it. */
export interface Decision {
  readonly questionID: string
  readonly kind: DecisionKind
  /** Of `accept`: the answer that is right too. */
  readonly also?: GivenAnswer | undefined
  /** Whether it also counts for those who come to less by it. `keep`: they keep what they come to without it. */
  readonly down: 'apply' | 'keep'
}

/** How the marks of a delivery become results. */
export interface ResultRules {
  readonly decisions: readonly Decision[]
  /** In place of those of the exam. */
  readonly boundaries?: readonly Boundary[] | undefined
  /** The least part of the marks that passes, whatever the boundaries say of passing. */
  readonly passMark?: Share | undefined
}

/** The rules of a delivery about which nobody has decided anything. */
export const noRules: ResultRules = { decisions: [] }

/** The marks of a question that somebody was asked, before any decision. */
export interface QuestionMarks {
  readonly questionID: string
  /** Below 0 if the question has a penalty. */
  readonly score: Billionths
  readonly max: Billionths
  /** Somebody has to mark it first. */
  readonly waits?: boolean | undefined
  /** What it has because an answer was accepted that is the one given; missing where none is, and where a person's mark counts. */
  readonly alsoScore?: Billionths | undefined
}

/** The marks of a question after the decisions; of a neutralised one 0 of 0. */
export interface DecidedQuestion {
  readonly questionID: string
  readonly score: Billionths
  readonly max: Billionths
  readonly waits: boolean
  /** What a decision made of it. */
  readonly decided?: 'accepted' | 'full' | 'neutralised' | undefined
}
