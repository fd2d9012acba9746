import type { Database } from '../db/database.ts'
import { textsOf } from '../messages/texts-of.ts'

const english = {
  QUESTION_NUMBER: 'Question {number}',
  SCENARIO: 'Text for this question',
  PICTURE: 'Picture: {alt}',
  CUT: 'This text is longer than what can be printed. You can read all of it on the screen.',
  PAGE: 'Page {page} of {pages}',
  UNPRINTABLE: 'Some characters, such as emoji, can’t be printed and are shown as \ufffd. You can read them on the screen.',
  LOST_PICTURE: 'A picture of this question could not be printed. You can see it on the screen.',
  BUSY: 'Many questions are being printed at the moment. Please try again in a few minutes.',
  FAILED: 'You can go on with your exam, and try again later.',
} as const

export type PrintWords = Readonly<Record<keyof typeof english, string>>

const arabic: PrintWords = {
  QUESTION_NUMBER: 'السؤال {number}',
  SCENARIO: 'نص هذا السؤال',
  PICTURE: 'صورة: {alt}',
  CUT: 'هذا النص أطول مما يمكن طباعته. يمكنك قراءته كاملًا على الشاشة.',
  PAGE: 'صفحة {page} من {pages}',
  UNPRINTABLE: 'بعض الرموز، كالرموز التعبيرية، لا يمكن طباعتها وتظهر هكذا \ufffd. يمكنك قراءتها على الشاشة.',
  LOST_PICTURE: 'تعذّرت طباعة صورة في هذا السؤال. يمكنك رؤيتها على الشاشة.',
  BUSY: 'تُطبع أسئلة كثيرة الآن. يرجى إعادة المحاولة بعد بضع دقائق.',
  FAILED: 'يمكنك متابعة امتحانك وإعادة المحاولة لاحقًا.',
}

const keys = Object.keys(english) as (keyof typeof english)[]

/** The words of a printed question: the organisation's own texts `QUESTION_PDF_…` where it has them. */
export const printWords = async (
  database: Database,
  { orgId, languageId, language }: { readonly orgId: number; readonly languageId: number; readonly language: 'en' | 'ar' },
): Promise<PrintWords> => {
  const ids = keys.map((key) => `QUESTION_PDF_${key}`)
  const own = await textsOf(database, orgId, languageId, ids)
  const shipped = language === 'ar' ? arabic : english
  const words: Record<string, string> = {}
  for (const key of keys) words[key] = own.get(`QUESTION_PDF_${key}`) ?? shipped[key]
  // Boundary: each of the keys was just put in.
  return words as PrintWords
}
