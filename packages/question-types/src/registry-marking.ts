import * as z from 'zod'
import { blanksMarking } from './blanks/marking.ts'
import { comboMarking } from './combo/marking.ts'
import { evidenceMarking } from './evidence/marking.ts'
import { gridFormMarking } from './grid-form/marking.ts'
import { hotTextMarking } from './hot-text/marking.ts'
import { legacyControlMarking } from './legacy-control/marking.ts'
import { longTextMarking } from './long-text/marking.ts'
import { matchMarking } from './match/marking.ts'
import { multiTextMarking } from './multi-text/marking.ts'
import { multipleChoiceMarking } from './multiple-choice/marking.ts'
import { radioMarking } from './radio/marking.ts'
import { radioWithOtherMarking } from './radio-with-other/marking.ts'
import { isQuestionType, type QuestionType } from './rules.ts'
import { staticTextMarking } from './static-text/marking.ts'
import { tableMarking } from './table/marking.ts'
import { trueFalseMarking } from './true-false/marking.ts'
import type { TypeMarking } from './type-marking.ts'
import { visitedMarking } from './visited/marking.ts'

/** What the server alone knows of each type. */
export const typeMarking = {
  COMBO: comboMarking,
  RADIO: radioMarking,
  TRUEFALSE: trueFalseMarking,
  RADIOOTHER: radioWithOtherMarking,
  MULTICHOICE: multipleChoiceMarking,
  MATCH: matchMarking,
  BLANKS: blanksMarking,
  QTABLE: tableMarking,
  QUESTIONLTEXT: longTextMarking,
  STATICTEXT: staticTextMarking,
  ASCX: legacyControlMarking,
  MULTITEXT: multiTextMarking,
  EVIDENCE: evidenceMarking,
  VISITED: visitedMarking,
  QGRID: gridFormMarking,
  HOTTEXT: hotTextMarking,
} satisfies Record<QuestionType, TypeMarking>

type Authored = (typeof typeMarking)[QuestionType]['authoredQuestion']
const [first, ...others] = Object.values(typeMarking).map((marking): Authored => marking.authoredQuestion)
if (!first) throw new Error('There is no question type.')

/** A question as its author writes it, with its key, of any type: `type` says which. */
export const authoredQuestion = z.discriminatedUnion('type', [first, ...others])
export type AuthoredQuestion = z.infer<typeof authoredQuestion>

export type OwnMarking = Omit<TypeMarking<AuthoredQuestion>, 'authoredQuestion'>

/** The marking of a question's type alone, whatever its source says. */
export const ownMarkingOf = (question: AuthoredQuestion): OwnMarking =>
  // The registry's key is the question's own `type`, so the marking gets the question that it was made for.
  typeMarking[question.type] as TypeMarking<AuthoredQuestion>

/** The same of a type by its code; undefined of one that there is not. */
export const facetsOf = (type: string): OwnMarking | undefined =>
  isQuestionType(type) ? (typeMarking[type] as TypeMarking<AuthoredQuestion>) : undefined
