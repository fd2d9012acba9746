import * as z from 'zod/mini'
import { type SingleChoiceAnswer, singleChoiceQuestion, singleChoiceRules } from '../option/single-choice-rules.ts'
import type { TypeRules } from '../type-rules.ts'

export const comboQuestion = z.extend(singleChoiceQuestion, {
  /** HTML that stands before the dropdown and names it. */
  dropdownLabel: z._default(z.string(), ''),
})
export type ComboQuestion = z.infer<typeof comboQuestion>

/** The id of the chosen option; null while none is. */
export type ComboAnswer = SingleChoiceAnswer

/** One of several from a dropdown (spec 2 §3, "Single choice, dropdown (combo)"). */
export const comboRules: TypeRules<ComboQuestion, ComboAnswer> = { ...singleChoiceRules, publicQuestion: comboQuestion }
