import type { Answered } from './answered.ts'

/** What the check for unanswered questions needs to know of one question. */
export interface AnswerState {
  readonly id: string
  /** A static text wants no answer and never counts as unanswered. */
  readonly wantsAnswer: boolean
  readonly answered: Answered
  /** It asks for a file that was not uploaded. */
  readonly lacksFile: boolean
  /** A question that can't be reached any more is nothing to go back to. */
  readonly reachable: boolean
}

/** Ids of the questions that a learner may still want to answer, in the order given. */
export interface OpenQuestions {
  readonly unanswered: readonly string[]
  readonly partly: readonly string[]
  /** Some of those two: the ones where a file is missing. */
  readonly lackingFiles: readonly string[]
}

/** The questions that still want an answer, or the rest of one (spec 3 §2). */
export const openQuestions = (questions: readonly AnswerState[]): OpenQuestions => {
  const open = questions.filter(({ wantsAnswer, reachable, answered }) => wantsAnswer && reachable && answered !== 'fully')
  const idsOf = (some: readonly AnswerState[]) => some.map(({ id }) => id)
  return {
    unanswered: idsOf(open.filter(({ answered }) => answered === 'not')),
    partly: idsOf(open.filter(({ answered }) => answered === 'partly')),
    lackingFiles: idsOf(open.filter(({ lacksFile }) => lacksFile)),
  }
}
