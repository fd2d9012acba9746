import { singleChoiceQti } from '../option/options-qti.ts'
import type { TypeQti } from '../type-qti.ts'
import type { AuthoredCombo } from './marking.ts'

/** A choice of one, whose list QTI doesn't have apart from the text. */
export const comboQti = {
  ...singleChoiceQti,
  losses: () => ['Its list is written as choices.'],
} satisfies TypeQti<AuthoredCombo>
