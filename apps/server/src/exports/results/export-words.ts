import type { Language } from '@sitwell/i18n/languages'
import type { ServerMessageId } from '@sitwell/i18n/message-ids'
import type { AnswerState } from '../../assessment/marks/index.ts'
import { serverTexts } from '../../messages/server-texts.ts'

/** The columns that exports have, by their names for machines, with the texts of their titles. */
const columnTitles = {
  person: 'EXPORT_PERSON',
  identifier: 'EXPORT_IDENTIFIER',
  username: 'EXPORT_USERNAME',
  last_name: 'EXPORT_LAST_NAME',
  first_name: 'EXPORT_FIRST_NAME',
  delivery: 'EXPORT_DELIVERY',
  exam: 'EXPORT_EXAM',
  exam_version: 'EXPORT_EXAM_VERSION',
  outcome: 'EXPORT_OUTCOME',
  outcome_reason: 'EXPORT_OUTCOME_REASON',
  withheld: 'EXPORT_WITHHELD',
  withheld_reason: 'EXPORT_WITHHELD_REASON',
  score: 'EXPORT_SCORE',
  max_score: 'EXPORT_MAX_SCORE',
  percent: 'EXPORT_PERCENT',
  grade: 'EXPORT_GRADE',
  passed: 'EXPORT_PASSED',
  waiting: 'EXPORT_WAITING',
  sittings: 'EXPORT_SITTINGS',
  handed_in_at: 'EXPORT_HANDED_IN_AT',
  set: 'EXPORT_SET',
  set_state: 'EXPORT_SET_STATE',
  as_of: 'EXPORT_AS_OF',
  question: 'EXPORT_QUESTION',
  question_number: 'EXPORT_QUESTION_NUMBER',
  question_type: 'EXPORT_QUESTION_TYPE',
  question_text: 'EXPORT_QUESTION_TEXT',
  part: 'EXPORT_PART',
  answer: 'EXPORT_ANSWER',
  answer_state: 'EXPORT_ANSWER_STATE',
  files: 'EXPORT_FILES',
  saved_at: 'EXPORT_SAVED_AT',
} as const satisfies Readonly<Record<string, ServerMessageId>>

export type ColumnName = keyof typeof columnTitles

const outcomeTexts = {
  sat: 'STATEMENT_SAT',
  absent: 'STATEMENT_ABSENT',
  excused: 'STATEMENT_EXCUSED',
  withdrawn: 'STATEMENT_WITHDRAWN',
  void: 'STATEMENT_VOID',
  malpractice: 'EXPORT_MALPRACTICE',
  open: 'EXPORT_OPEN',
  unknown: 'EXPORT_UNKNOWN',
} as const satisfies Readonly<Record<string, ServerMessageId>>

const stateTexts = {
  given: 'EXPORT_STATE_GIVEN',
  blank: 'EXPORT_STATE_BLANK',
  erased: 'EXPORT_STATE_ERASED',
} as const satisfies Readonly<Record<AnswerState, ServerMessageId>>

export type ExportedOutcome = keyof typeof outcomeTexts

/** How an export says things: to machines, or to people in their language. */
export interface ExportWords {
  titleOf(column: ColumnName): string
  outcome(outcome: ExportedOutcome): string
  /** The state of an answer. */
  state(state: AnswerState): string
  yesNo(is: boolean): string
  /** The title of a question's column. */
  question(number: number, text: string): string
  /** What the whole table is called. */
  title(what: 'people' | 'questions' | 'responses'): string
}

const tableTitles = {
  people: 'EXPORT_PEOPLE',
  questions: 'EXPORT_QUESTIONS',
  responses: 'EXPORT_RESPONSES',
} as const satisfies Readonly<Record<string, ServerMessageId>>

/** Words that stay the same in every language and version. */
export const machineWords: ExportWords = {
  titleOf: (column) => column,
  outcome: (outcome) => outcome,
  state: (state) => state,
  yesNo: (is) => (is ? 'yes' : 'no'),
  question: (number) => String(number),
  title: (what) => what,
}

export const wordsIn = ({ tag }: Pick<Language, 'tag'>): ExportWords => {
  const texts = serverTexts(tag)
  return {
    titleOf: (column) => texts[columnTitles[column]],
    outcome: (outcome) => texts[outcomeTexts[outcome]],
    state: (state) => texts[stateTexts[state]],
    yesNo: (is) => texts[is ? 'RESULTS_PDF_YES' : 'RESULTS_PDF_NO'],
    question: (number, text) => `${number}. ${text}`,
    title: (what) => texts[tableTitles[what]],
  }
}
