import type { ShippedText } from '../exam-messages.ts'

/** The texts of exams that are sat in Safe Exam Browser. */
export const sebMessages: Readonly<Record<string, ShippedText>> = {
  'schedules.sebNeeded': { en: 'Opens in Safe Exam Browser', ar: 'يُفتح في Safe Exam Browser' },
  'seb.title': { en: 'This exam opens in Safe Exam Browser', ar: 'يُفتح هذا الامتحان في Safe Exam Browser' },
  'seb.why': {
    en: 'Safe Exam Browser is a free program that shows the exam and nothing else. Your time doesn’t run yet.',
    ar: 'Safe Exam Browser برنامج مجاني يعرض الامتحان فقط. لم يبدأ احتساب وقتك بعد.',
  },
  'seb.whyBegun': {
    en: 'You began this exam in Safe Exam Browser, and go on there. All answers that reached us are kept. Your time goes on.',
    ar: 'بدأت هذا الامتحان في Safe Exam Browser وستتابعه هناك. جميع الإجابات التي وصلتنا محفوظة. وقتك مستمر.',
  },
  'seb.otherSettings': {
    en: 'You are in Safe Exam Browser, but not with the settings of this exam. Open it with its own settings here. If that doesn’t help, this version of the program isn’t one that the exam takes: please tell your invigilator.',
    ar: 'أنت في Safe Exam Browser، لكن ليس بإعدادات هذا الامتحان. افتحه هنا بإعداداته. إذا لم ينجح ذلك، فهذا الإصدار من البرنامج غير مقبول في الامتحان: يرجى إبلاغ المراقب.',
  },
  'seb.stepsTitle': { en: 'How to open it', ar: 'كيف تفتحه' },
  'seb.install': {
    en: 'Install the program, if this computer doesn’t have it yet.',
    ar: 'ثبّت البرنامج إن لم يكن على هذا الحاسوب.',
  },
  'seb.get': { en: 'Get Safe Exam Browser', ar: 'الحصول على Safe Exam Browser' },
  'seb.getHelp': { en: 'Opens the program’s own site in a new window', ar: 'يفتح موقع البرنامج في نافذة جديدة' },
  'seb.openStep': {
    en: 'Close other programs, then open the exam. Your browser may ask whether it may.',
    ar: 'أغلق البرامج الأخرى ثم افتح الامتحان. قد يطلب متصفحك الإذن بذلك.',
  },
  'seb.open': { en: 'Open in Safe Exam Browser', ar: 'فتح في Safe Exam Browser' },
  'seb.openHere': { en: 'Open with the exam’s settings', ar: 'فتح بإعدادات الامتحان' },
  'seb.signIn': {
    en: 'Sign in there as you did here, and choose the exam.',
    ar: 'سجّل الدخول هناك كما فعلت هنا، ثم اختر الامتحان.',
  },
  'seb.ownFile': {
    en: 'Open the file that you were given for this exam with Safe Exam Browser.',
    ar: 'افتح الملف الذي أُعطي لك لهذا الامتحان باستخدام Safe Exam Browser.',
  },
  'seb.nothingOpens': {
    en: 'If nothing opens, save this file and open it with the program:',
    ar: 'إذا لم يُفتح شيء، فاحفظ هذا الملف وافتحه بالبرنامج:',
  },
  'seb.file': { en: 'File for Safe Exam Browser', ar: 'ملف Safe Exam Browser' },
  'seb.linksFailed': {
    en: 'The link to the exam could not be fetched. Please try again.',
    ar: 'تعذّر جلب رابط الامتحان. يرجى المحاولة مجددًا.',
  },
  'seb.linksLoading': { en: 'Fetching the link', ar: 'جارٍ جلب الرابط' },
  'seb.quitTitle': { en: 'You can leave Safe Exam Browser now', ar: 'يمكنك مغادرة Safe Exam Browser الآن' },
  'seb.quitHelp': {
    en: 'The exam is over. This computer is free again once the program is closed.',
    ar: 'انتهى الامتحان. يعود هذا الحاسوب متاحًا بعد إغلاق البرنامج.',
  },
  'seb.quit': { en: 'Quit Safe Exam Browser', ar: 'إنهاء Safe Exam Browser' },
  'seb.quitWait': {
    en: 'Please don’t close Safe Exam Browser yet: answers may be only on this device. What can be sent is sent as soon as the server is reached.',
    ar: 'يرجى عدم إغلاق Safe Exam Browser بعد: قد تكون بعض الإجابات على هذا الجهاز فقط. ما يمكن إرساله يُرسل فور الوصول إلى الخادم.',
  },
  'seb.quitByItself': {
    en: 'Close Safe Exam Browser with its own button, as you were told.',
    ar: 'أغلق Safe Exam Browser بزره الخاص كما قيل لك.',
  },
}
