import { singleChoiceRules } from '../option/single-choice-rules.ts'

export type {
  SingleChoiceAnswer as TrueFalseAnswer,
  SingleChoiceQuestion as TrueFalseQuestion,
} from '../option/single-choice-rules.ts'

/** True or false: a radio question of two options (spec 2 §3), whose words are the author's own. */
export const trueFalseRules = singleChoiceRules
