import { type Answer, type Question, type QuestionTypeCode, sealedType } from '@sitwell/contract'
import type { AnsweredParts } from '@sitwell/exam/paper/answered'
import { html, type Offer, type ReadLine, typed } from './answer-reading.ts'
import { blanksRules } from './blanks/rules.ts'
import { comboRules } from './combo/rules.ts'
import { evidenceRules } from './evidence/rules.ts'
import { gridFormRules } from './grid-form/rules.ts'
import { hotTextRules } from './hot-text/rules.ts'
import { legacyControlRules } from './legacy-control/rules.ts'
import { longTextRules } from './long-text/rules.ts'
import { matchRules } from './match/rules.ts'
import { multiTextRules } from './multi-text/rules.ts'
import { multipleChoiceRules } from './multiple-choice/rules.ts'
import { radioRules } from './radio/rules.ts'
import { radioWithOtherRules } from './radio-with-other/rules.ts'
import { sealedRules } from './sealed/rules.ts'
import { staticTextRules } from './static-text/rules.ts'
import { tableRules } from './table/rules.ts'
import { trueFalseRules } from './true-false/rules.ts'
import type { FilesAtQuestion, TypeRules } from './type-rules.ts'
import { unknownRules } from './unknown/rules.ts'
import { visitedRules } from './visited/rules.ts'

/** The codes of the question types, of which every one can be sat (decisions, question types). */
export type QuestionType = QuestionTypeCode

/** What both sides know of each type. */
export const typeRules = {
  COMBO: comboRules,
  RADIO: radioRules,
  TRUEFALSE: trueFalseRules,
  RADIOOTHER: radioWithOtherRules,
  MULTICHOICE: multipleChoiceRules,
  MATCH: matchRules,
  BLANKS: blanksRules,
  QTABLE: tableRules,
  QUESTIONLTEXT: longTextRules,
  STATICTEXT: staticTextRules,
  ASCX: legacyControlRules,
  MULTITEXT: multiTextRules,
  EVIDENCE: evidenceRules,
  VISITED: visitedRules,
  QGRID: gridFormRules,
  HOTTEXT: hotTextRules,
} satisfies Record<QuestionType, TypeRules>

export { dayInWords } from './grid-form/day-in-words.ts'

/** What a learner gave, in words, from its wire form; empty where nothing was given. A reader for all types (spec 3 §4, download). */
export const readAnswer = (question: Question, answer: Answer): readonly ReadLine[] => {
  const rules = rulesOf(question.type)
  if (!rules.takesAnswer) return []
  const lines = rules.read?.(question, rules.fromWire(question, answer)) ?? readOptions(answer)
  return lines.some(({ value }) => value.drawing || value.text.trim() !== '') ? lines : []
}

/** The question's text as a page shows it on which nothing can be answered. HTML. */
export const textToRead = (question: Pick<Question, 'type' | 'text'>): string =>
  // A type reads from it what it declares, which the authored question has too.
  rulesOf(question.type).textToRead?.(question as Question) ?? question.text

/** What of a question is answered, from its wire form and its files. */
export const answeredParts = (question: Question, answer: Answer, files?: FilesAtQuestion): AnsweredParts => {
  const rules = rulesOf(question.type)
  return rules.partsOf(question, rules.fromWire(question, answer), files)
}

/** Whether a learner has something to give at a question: an answer or files. */
export const wantsAnswer = ({ type }: Question): boolean => {
  const { takesAnswer, answersByFiles } = rulesOf(type)
  return takesAnswer || answersByFiles === true
}

/** Whether there is only something to read. Any code may be asked for. */
export const isToRead = ({ type }: Pick<Question, 'type'>): boolean => rulesOf(type).isToRead === true

/** Whether a question asks for files, which the learner uploads beside it. */
export const asksForFiles = (question: Question): boolean => rulesOf(question.type).takesFiles?.(question) === true

/** Whether a question has code of its author's own, which runs in a frame. */
export const hasCustomCode = (question: Question): boolean => rulesOf(question.type).hasCustomCode?.(question) === true

/** What a question offers beside its text, for a page on which nothing can be answered. */
export const offersToRead = (question: Question): readonly Offer[] => rulesOf(question.type).offers?.(question) ?? []

const readOptions = ({ answerText, options }: Answer): ReadLine[] =>
  options.length > 0 ? options.map(({ optionText }) => ({ value: html(optionText) })) : [{ value: typed(answerText) }]

export const isQuestionType = (code: string): code is QuestionType => Object.hasOwn(typeRules, code)

/** The rules of a question by its type's code; an unknown one has rules too, which take no answer, and so has one that is sealed. */
export const rulesOf = (code: string): TypeRules => {
  if (isQuestionType(code)) return typeRules[code]
  return code === sealedType ? sealedRules : unknownRules
}

export type { Offer, ReadLine } from './answer-reading.ts'
export type { FilesAtQuestion, TypeRules } from './type-rules.ts'
