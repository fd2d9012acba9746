import type { LanguageTag } from '@sitwell/i18n/languages'
import type { Database } from '../db/database.ts'
import { serverTexts } from '../messages/server-texts.ts'
import { textsOf } from '../messages/texts-of.ts'
import type { PaperReader } from '../paper/reader.ts'

const keys = [
  'TITLE',
  'LEARNER',
  'COMPLETED',
  'FORM_RUN',
  'RECEIPT',
  'RECEIPT_HELP',
  'RECEIPT_LINE',
  'ANSWERS',
  'CHECKSUM',
  'RESULT',
  'MARKS',
  'MARKS_OF',
  'PERCENTAGE',
  'PERCENT',
  'GRADE',
  'OUTCOME',
  'PASSED',
  'NOT_PASSED',
  'FEEDBACK',
  'PENDING',
  'PENDING_HELP',
  'PENDING_RELEASE',
  'MARKS_SO_FAR',
  'OVERVIEW',
  'QUESTION',
  'ANSWERED',
  'YES',
  'PARTLY',
  'NO',
  'NOTHING_TO_ANSWER',
  'WAITS',
  'QUESTION_NUMBER',
  'YOUR_ANSWER',
  'NO_ANSWER',
  'PART',
  'WORKINGS',
  'PICTURE',
  'CUT',
  'BUSY',
  'HELD',
  'OVER',
  'PAGE',
  'UNPRINTABLE',
  'LOST_PICTURE',
] as const

export type PaperWord = (typeof keys)[number]
export type PaperWords = Readonly<Record<PaperWord, string>>

/** The words that Sitwell has of its own. */
export const shippedWords = (language: LanguageTag): PaperWords => {
  const texts = serverTexts(language)
  // Boundary: each of the keys is put in.
  return Object.fromEntries(keys.map((key) => [key, texts[`RESULTS_PDF_${key}`]])) as PaperWords
}

/** The words of the PDF: the organisation's own texts `RESULTS_PDF_…` where it has them. */
export const paperWords = async (
  database: Database,
  orgId: number,
  { languageId, language }: Pick<PaperReader, 'languageId' | 'language'>,
): Promise<PaperWords> => {
  const own = await textsOf(
    database,
    orgId,
    languageId,
    keys.map((key) => `RESULTS_PDF_${key}`),
  )
  const shipped = shippedWords(language)
  const words = { ...shipped }
  for (const key of keys) words[key] = own.get(`RESULTS_PDF_${key}`) ?? shipped[key]
  return words
}
