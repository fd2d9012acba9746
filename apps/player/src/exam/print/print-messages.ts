import type { ShippedText } from '../exam-messages.ts'

/** The texts of printing a question. */
export const printMessages: Readonly<Record<string, ShippedText>> = {
  'print.button': { en: 'Print', ar: 'طباعة' },
  'print.question': { en: 'Print question {number}', ar: 'طباعة السؤال {number}' },
  'print.printing': { en: 'Printing', ar: 'جارٍ الطباعة' },
  'print.wait': {
    en: 'The question is being made into a PDF. It opens in a new window.',
    ar: 'يجري تحويل السؤال إلى ملف PDF. سيُفتح في نافذة جديدة.',
  },
  'print.cancel': { en: 'Cancel', ar: 'إلغاء' },
  'print.error': { en: 'Error', ar: 'خطأ' },
  'print.failed': { en: 'There was a problem printing', ar: 'حدثت مشكلة في الطباعة' },
  'print.unreachable': {
    en: 'The server can’t be reached just now, and printing needs it. Your exam goes on: what you answer is kept.',
    ar: 'لا يمكن الوصول إلى الخادم الآن، والطباعة تحتاج إليه. يستمر امتحانك، وتُحفظ إجاباتك.',
  },
  'print.later': {
    en: 'Please try again in a moment. Your exam goes on.',
    ar: 'يرجى المحاولة مرة أخرى بعد قليل. يستمر امتحانك.',
  },
  'print.again': { en: 'Try again', ar: 'إعادة المحاولة' },
  'print.close': { en: 'Close', ar: 'إغلاق' },
  'print.ready': { en: 'Your question is ready', ar: 'سؤالك جاهز' },
  'print.readyHelp': {
    en: 'Your browser didn’t open a new window by itself. Your exam stays open here.',
    ar: 'لم يفتح متصفحك نافذة جديدة تلقائيًا. يبقى امتحانك مفتوحًا هنا.',
  },
  'print.open': { en: 'Open the PDF', ar: 'فتح ملف PDF' },
}
