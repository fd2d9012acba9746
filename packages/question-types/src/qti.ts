import { blanksQti } from './blanks/qti.ts'
import { comboQti } from './combo/qti.ts'
import { evidenceQti } from './evidence/qti.ts'
import { gridFormQti } from './grid-form/qti.ts'
import { hotTextQti } from './hot-text/qti.ts'
import { legacyControlQti } from './legacy-control/qti.ts'
import { longTextQti } from './long-text/qti.ts'
import { matchQti } from './match/qti.ts'
import { multiTextQti } from './multi-text/qti.ts'
import { multipleChoiceQti } from './multiple-choice/qti.ts'
import { radioQti } from './radio/qti.ts'
import { radioWithOtherQti } from './radio-with-other/qti.ts'
import type { AuthoredQuestion } from './registry-marking.ts'
import type { QuestionType } from './rules.ts'
import { staticTextQti } from './static-text/qti.ts'
import { tableQti } from './table/qti.ts'
import { trueFalseQti } from './true-false/qti.ts'
import type { TypeQti } from './type-qti.ts'
import { visitedQti } from './visited/qti.ts'

/** What each type is in QTI. */
const typeQti = {
  COMBO: comboQti,
  RADIO: radioQti,
  TRUEFALSE: trueFalseQti,
  RADIOOTHER: radioWithOtherQti,
  MULTICHOICE: multipleChoiceQti,
  MATCH: matchQti,
  BLANKS: blanksQti,
  QTABLE: tableQti,
  QUESTIONLTEXT: longTextQti,
  STATICTEXT: staticTextQti,
  ASCX: legacyControlQti,
  MULTITEXT: multiTextQti,
  EVIDENCE: evidenceQti,
  VISITED: visitedQti,
  QGRID: gridFormQti,
  HOTTEXT: hotTextQti,
} satisfies Record<QuestionType, TypeQti<never>>

/** What a question is in QTI, by its type. */
export const qtiOf = ({ type }: AuthoredQuestion): TypeQti<AuthoredQuestion> =>
  // The registry's key is the question's own `type`, so it gets the question that it was made for.
  typeQti[type] as TypeQti<AuthoredQuestion>

export type { Body } from './qti-writing/body-qti.ts'
export { escaped, xhtmlOf, xml } from './qti-writing/xml-qti.ts'
