/** What the check for unanswered questions needs to know of one question. */
export interface AnswerState {
  readonly id: string
  /** A static text takes no answer and never counts as unanswered. */
  readonly takesAnswer: boolean
  readonly answered: boolean
  /** A question that can't be reached any more is nothing to go back to. */
  readonly reachable: boolean
}

/** The ids of the questions that still want an answer, in the order given (spec 3 §2). */
export const unanswered = (questions: readonly AnswerState[]): string[] =>
  questions
    .filter((question) => question.takesAnswer && question.reachable && !question.answered)
    .map((question) => question.id)
