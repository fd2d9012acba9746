import type { Database } from '../db/database.ts'
import { serverTexts } from '../messages/server-texts.ts'
import { textsOf } from '../messages/texts-of.ts'
import type { PaperReader } from '../paper/reader.ts'

const keys = ['QUESTION_NUMBER', 'SCENARIO', 'PICTURE', 'CUT', 'PAGE', 'UNPRINTABLE', 'LOST_PICTURE', 'BUSY', 'FAILED'] as const

export type PrintWords = Readonly<Record<(typeof keys)[number], string>>

/** The words of a printed question: the organisation's own texts `QUESTION_PDF_…` where it has them. */
export const printWords = async (
  database: Database,
  { orgId, languageId, language }: { readonly orgId: number } & Pick<PaperReader, 'languageId' | 'language'>,
): Promise<PrintWords> => {
  const ids = keys.map((key) => `QUESTION_PDF_${key}`)
  const own = await textsOf(database, orgId, languageId, ids)
  const shipped = serverTexts(language)
  const words = keys.map((key) => [key, own.get(`QUESTION_PDF_${key}`) ?? shipped[`QUESTION_PDF_${key}`]])
  // Boundary: each of the keys is put in.
  return Object.fromEntries(words) as PrintWords
}
