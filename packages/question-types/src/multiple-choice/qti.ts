import { bodyOfOptions, rulesOfOptions, unmarkedOptions } from '../option/options-qti.ts'
import { byKeyInQti } from '../qti-writing/facets-qti.ts'
import type { TypeQti } from '../type-qti.ts'
import type { AuthoredMultipleChoice } from './marking.ts'

/** A choice of several. */
export const multipleChoiceQti = {
  ...byKeyInQti,
  unmarked: () => unmarkedOptions('multiple'),
  rules: (question) => rulesOfOptions(question, false),
  body: (question, bindings) => bodyOfOptions(question, bindings, question),
} satisfies TypeQti<AuthoredMultipleChoice>
