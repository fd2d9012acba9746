import { resultParts } from './result-mask.ts'

/** What decides whether a learner is told the feedback of a question, once its mark is told. */
export interface FeedbackTexts {
  /** What the exam itself says in `questionFeedback`; undefined if it says nothing. */
  readonly exam: boolean | undefined
  /** What the source of the question says; undefined if it says nothing. */
  readonly question: boolean | undefined
  /** What the organisation says of exams that say nothing. */
  readonly organisation: boolean
  /** The exam's `resultFeedbackMask`. */
  readonly mask: number
}

/**
 * Whether the feedback of a question is shown after the exam. The exam stands over its questions' source, and both over the organisation.
 * A question whose source hides it is never shown one. What only the organisation says opens nothing of an exam whose mask hides both marks
 * and percentage: feedback tells as much.
 */
export const showsQuestionFeedback = ({ exam, question, organisation, mask }: FeedbackTexts): boolean => {
  if (exam === false || question === false) return false
  if (exam === true || question === true) return true
  const { marks, percentage } = resultParts(mask)
  return organisation && (marks || percentage)
}
