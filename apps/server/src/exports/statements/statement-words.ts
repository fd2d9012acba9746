import type { LanguageTag } from '@sitwell/i18n/languages'
import type { ServerMessageId } from '@sitwell/i18n/message-ids'
import type { Database } from '../../db/database.ts'
import { serverTexts } from '../../messages/server-texts.ts'
import { textsOf } from '../../messages/texts-of.ts'
import type { PaperReader } from '../../paper/reader.ts'

const ids = {
  TITLE: 'STATEMENT_TITLE',
  PREVIEW_TITLE: 'STATEMENT_PREVIEW_TITLE',
  PREVIEW: 'STATEMENT_PREVIEW',
  CANDIDATE: 'STATEMENT_CANDIDATE',
  NAME: 'STATEMENT_NAME',
  NUMBER: 'STATEMENT_NUMBER',
  EXAM: 'STATEMENT_EXAM',
  SESSION: 'STATEMENT_SESSION',
  DATE: 'STATEMENT_DATE',
  OUTCOME: 'STATEMENT_OUTCOME',
  RESULT: 'STATEMENT_RESULT',
  SAT: 'STATEMENT_SAT',
  ABSENT: 'STATEMENT_ABSENT',
  EXCUSED: 'STATEMENT_EXCUSED',
  WITHDRAWN: 'STATEMENT_WITHDRAWN',
  VOID: 'STATEMENT_VOID',
  MALPRACTICE: 'STATEMENT_MALPRACTICE',
  PASS: 'STATEMENT_PASS',
  ISSUED: 'STATEMENT_ISSUED',
  // What is said alike of every result on paper.
  MARKS: 'RESULTS_PDF_MARKS',
  MARKS_OF: 'RESULTS_PDF_MARKS_OF',
  GRADE: 'RESULTS_PDF_GRADE',
  PERCENTAGE: 'RESULTS_PDF_PERCENTAGE',
  PERCENT: 'RESULTS_PDF_PERCENT',
  PASSED: 'RESULTS_PDF_PASSED',
  NOT_PASSED: 'RESULTS_PDF_NOT_PASSED',
  PAGE: 'RESULTS_PDF_PAGE',
  UNPRINTABLE: 'RESULTS_PDF_UNPRINTABLE',
  PICTURE: 'RESULTS_PDF_PICTURE',
  CUT: 'RESULTS_PDF_CUT',
} as const satisfies Readonly<Record<string, ServerMessageId>>

type StatementWord = keyof typeof ids
export type StatementWords = Readonly<Record<StatementWord, string>>

/** The words that Sitwell has of its own, with an organisation's own texts in the place of some. */
export const wordsWith = (language: LanguageTag, own: ReadonlyMap<string, string> = new Map()): StatementWords => {
  const texts = serverTexts(language)
  // Boundary: each of the words is put in.
  return Object.fromEntries(Object.entries(ids).map(([word, id]) => [word, own.get(id) ?? texts[id]])) as StatementWords
}

/** The words of a statement: the organisation's own texts if it has them. */
export const statementWords = async (
  database: Database,
  orgId: number,
  { languageId, language }: Pick<PaperReader, 'languageId' | 'language'>,
): Promise<StatementWords> => wordsWith(language, await textsOf(database, orgId, languageId, Object.values(ids)))
