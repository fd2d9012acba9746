import type { Database } from '../db/database.ts'
import { textsOf } from '../messages/texts-of.ts'
import type { PaperReader } from '../paper/reader.ts'

const english = {
  TITLE: 'Your practice results',
  LEARNER: 'Name',
  COMPLETED: 'Completed',
  FORM_RUN: 'Exam number',
  RECEIPT: 'Receipt',
  RECEIPT_HELP: 'It shows that your exam arrived, and that your answers are stored as you gave them. Keep it.',
  RECEIPT_LINE: 'In one line',
  ANSWERS: 'Answers on the server',
  CHECKSUM: 'Checksum of your answers',
  RESULT: 'Your result',
  MARKS: 'Marks',
  MARKS_OF: '{marks} of {total}',
  PERCENTAGE: 'Percentage',
  PERCENT: '{score}%',
  GRADE: 'Grade',
  OUTCOME: 'Outcome',
  PASSED: 'Passed',
  NOT_PASSED: 'Not passed',
  FEEDBACK: 'Feedback',
  PENDING: 'Result still being processed',
  PENDING_HELP: 'Some of your answers are read by a person. Your marks are complete when that is done.',
  MARKS_SO_FAR: 'Marks so far',
  OVERVIEW: 'Your questions',
  QUESTION: 'Question',
  ANSWERED: 'Answered',
  YES: 'Yes',
  NO: 'No',
  NOTHING_TO_ANSWER: 'Nothing to answer',
  WAITS: 'Read by a person',
  QUESTION_NUMBER: 'Question {number}',
  YOUR_ANSWER: 'Your answer',
  NO_ANSWER: 'No answer',
  PART: 'Part',
  WORKINGS: 'Your workings',
  PICTURE: 'Picture: {alt}',
  CUT: 'This text is longer than a page can show. All of it is kept on the server.',
  BUSY: 'Many results are being prepared at the moment. Please try again in a few minutes.',
  HELD: 'An answer arrived after you had finished, and your exam is being marked again. Please try again a little later.',
  OVER: 'The results of this exam can’t be looked at any more.',
  PAGE: 'Page {page} of {pages}',
  UNPRINTABLE:
    'Some characters, such as emoji, can’t be printed and are shown as \ufffd. Your answers are kept as you typed them.',
  LOST_PICTURE: 'A picture of this exam could not be printed.',
} as const

export type PaperWord = keyof typeof english
export type PaperWords = Readonly<Record<PaperWord, string>>

const arabic: PaperWords = {
  TITLE: 'نتائج تدريبك',
  LEARNER: 'الاسم',
  COMPLETED: 'وقت الإكمال',
  FORM_RUN: 'رقم الامتحان',
  RECEIPT: 'إيصال',
  RECEIPT_HELP: 'يُثبت أن امتحانك قد وصل وأن إجاباتك محفوظة كما أعطيتها. احتفظ به.',
  RECEIPT_LINE: 'في سطر واحد',
  ANSWERS: 'الإجابات المحفوظة على الخادم',
  CHECKSUM: 'المجموع التدقيقي لإجاباتك',
  RESULT: 'نتيجتك',
  MARKS: 'الدرجات',
  MARKS_OF: '{marks} من {total}',
  PERCENTAGE: 'النسبة المئوية',
  PERCENT: '{score}%',
  GRADE: 'التقدير',
  OUTCOME: 'النتيجة النهائية',
  PASSED: 'ناجح',
  NOT_PASSED: 'غير ناجح',
  FEEDBACK: 'الملاحظات',
  PENDING: 'لا تزال النتيجة قيد المعالجة',
  PENDING_HELP: 'يقرأ شخصٌ بعض إجاباتك. تكتمل درجاتك بعد ذلك.',
  MARKS_SO_FAR: 'الدرجات حتى الآن',
  OVERVIEW: 'أسئلتك',
  QUESTION: 'السؤال',
  ANSWERED: 'أُجيب عنه',
  YES: 'نعم',
  NO: 'لا',
  NOTHING_TO_ANSWER: 'لا يتطلب إجابة',
  WAITS: 'يقرؤه شخص',
  QUESTION_NUMBER: 'السؤال {number}',
  YOUR_ANSWER: 'إجابتك',
  NO_ANSWER: 'لا توجد إجابة',
  PART: 'الجزء',
  WORKINGS: 'مسودة حساباتك',
  PICTURE: 'صورة: {alt}',
  CUT: 'هذا النص أطول مما يمكن عرضه هنا. وهو محفوظ كاملًا على الخادم.',
  BUSY: 'تُحضَّر نتائج كثيرة الآن. يرجى إعادة المحاولة بعد بضع دقائق.',
  HELD: 'وصلت إجابة بعد إنهائك الامتحان، ويُعاد تصحيحه الآن. يرجى إعادة المحاولة بعد قليل.',
  OVER: 'لم يعد بالإمكان الاطلاع على نتائج هذا الامتحان.',
  PAGE: 'صفحة {page} من {pages}',
  UNPRINTABLE: 'بعض الرموز، كالرموز التعبيرية، لا يمكن طباعتها وتظهر هكذا \ufffd. إجاباتك محفوظة كما كتبتها.',
  LOST_PICTURE: 'تعذّرت طباعة صورة من هذا الامتحان.',
}

/** The words that Sitwell has of its own. */
export const shippedWords = (language: 'en' | 'ar'): PaperWords => (language === 'ar' ? arabic : english)

const keys = Object.keys(english) as PaperWord[]

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
