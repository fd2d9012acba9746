import { singleChoiceRules } from '../option/single-choice-rules.ts'

export type { SingleChoiceAnswer as RadioAnswer, SingleChoiceQuestion as RadioQuestion } from '../option/single-choice-rules.ts'

/** One of several (spec 2 §3, "Single choice, radio / true-false"). */
export const radioRules = singleChoiceRules
