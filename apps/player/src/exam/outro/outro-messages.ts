import type { ShippedText } from '../exam-messages.ts'

/** The texts of what follows an exam, beside those of its result, with their default wording. */
export const outroMessages: Readonly<Record<string, ShippedText>> = {
  'outro.awaitingPerson': {
    en: 'One of your answers is read and marked by a person. You will be told the result.',
    ar: 'يقرأ أحد المصحّحين واحدة من إجاباتك ويصحّحها. ستُبلَّغ بالنتيجة.',
  },
  'outro.awaitingPersons': {
    en: '{count} of your answers are read and marked by a person. You will be told the result.',
    ar: 'يقرأ أحد المصحّحين {count} من إجاباتك ويصحّحها. ستُبلَّغ بالنتيجة.',
  },
  'outro.lateAnswers': {
    en: 'Answers received after the time was over: {count}. They are kept, and don’t count unless the exam’s staff accept them.',
    ar: 'إجابات وصلت بعد انتهاء الوقت: {count}. وهي محفوظة، ولا تُحتسب إلا إذا قبلها المسؤولون عن الامتحان.',
  },
  'outro.barredAnswers': {
    en: 'Answers to a part that was closed, or could only be read: {count}. They are kept, and don’t count.',
    ar: 'إجابات في جزء كان مغلقًا أو للقراءة فقط: {count}. وهي محفوظة، ولا تُحتسب.',
  },
  'outro.reviewAnswers': {
    en: 'Answers received after the time was over that may have been given in time: {count}. The exam’s staff look at them and decide whether they count.',
    ar: 'إجابات وصلت بعد انتهاء الوقت وربما أُعطيت في الوقت: {count}. ينظر فيها المسؤولون عن الامتحان ويقررون هل تُحتسب.',
  },
  'outro.timeLeftTitle': { en: 'You have more time', ar: 'لديك مزيد من الوقت' },
  'outro.timeLeft': {
    en: 'More time was given to you while this device could not hear of it. Your exam is open again, with all your answers.',
    ar: 'مُنحت وقتًا إضافيًا أثناء تعذّر وصول الخبر إلى هذا الجهاز. امتحانك مفتوح من جديد بكل إجاباتك.',
  },
  'outro.timeLeftGoOn': { en: 'Go on with the exam', ar: 'متابعة الامتحان' },
  'outro.stopWaiting': { en: 'Go on without the result', ar: 'المتابعة دون النتيجة' },
  'outro.resit': { en: 'Resit', ar: 'إعادة الامتحان' },

  'outro.preparingTitle': { en: 'Preparing Results', ar: 'جارٍ تحضير النتائج' },
  'outro.preparing': { en: 'Preparing Your Results For Downloading', ar: 'جارٍ تحضير نتائجك للتنزيل' },
  'outro.downloadTitle': { en: 'Download Results', ar: 'تنزيل النتائج' },
  'outro.download': { en: 'Click Here to Download Your Results', ar: 'انقر هنا لتنزيل نتائجك' },
  'outro.noDownloadTitle': { en: 'Unable to download results', ar: 'تعذّر تنزيل النتائج' },
  'outro.noDownload': {
    en: 'Sorry, we are unable to download your results at present',
    ar: 'عذرًا، لا يمكننا تنزيل نتائجك حاليًا',
  },

  'outro.receipt': { en: 'Receipt', ar: 'إيصال' },
  'outro.receiptConfirmed': {
    en: 'Everything arrived. The server holds exactly what is on this device.',
    ar: 'وصل كل شيء. يحتفظ الخادم بما على هذا الجهاز تمامًا.',
  },
  'outro.receiptDiffers': {
    en: 'For at least one question the server holds something else than this device. That happens when an answer comes after the time is up, or from another device. Keep this receipt and show it to your invigilator.',
    ar: 'يحتفظ الخادم لسؤال واحد على الأقل بغير ما على هذا الجهاز. يحدث ذلك عندما تصل إجابة بعد انتهاء الوقت أو من جهاز آخر. احتفظ بهذا الإيصال وأرِه للمراقب.',
  },
  'outro.receiptCompleted': { en: 'Completed', ar: 'وقت الإكمال' },
  'outro.receiptAnswers': { en: 'Answers', ar: 'الإجابات' },
  'outro.receiptLine': { en: 'Receipt code', ar: 'رمز الإيصال' },
  'outro.receiptHelp': {
    en: 'Keep this code: with it your answers can be checked against what is stored.',
    ar: 'احتفظ بهذا الرمز: به يمكن مقارنة إجاباتك بما هو محفوظ.',
  },
  'outro.copy': { en: 'Copy the code', ar: 'نسخ الرمز' },
  'outro.copied': { en: 'Copied', ar: 'تم النسخ' },
}
