import type { MessageSet } from '../api/messages/catalogue.ts'

/** Texts of a course's page. */
export const elearningMessages = {
  'course.loading': { en: 'Loading the course', ar: 'جارٍ تحميل الدورة' },
  'course.notFoundTitle': { en: 'This course is not yours', ar: 'هذه الدورة ليست من دوراتك' },
  'course.notFoundText': {
    en: 'It may have been taken off your list. Your other courses are on your schedule.',
    ar: 'ربما أزيلت من قائمتك. دوراتك الأخرى موجودة في جدولك.',
  },
  'course.toSchedules': { en: 'To your schedule', ar: 'إلى جدولك' },
  'course.lessons': { en: 'Lessons', ar: 'الدروس' },
  'course.open0': { en: 'Start', ar: 'ابدأ' },
  'course.open1': { en: 'Continue', ar: 'متابعة' },
  'course.open2': { en: 'Look again', ar: 'عرض مرة أخرى' },
  'course.open0Named': { en: 'Start {name}', ar: 'ابدأ {name}' },
  'course.open1Named': { en: 'Continue {name}', ar: 'متابعة {name}' },
  'course.open2Named': { en: 'Look again at {name}', ar: 'عرض {name} مرة أخرى' },
  'course.open3': { en: 'Try again', ar: 'حاول مرة أخرى' },
  'course.open3Named': { en: 'Try {name} again', ar: 'حاول {name} مرة أخرى' },
  'course.waits': { en: 'Opens when the lessons before it are completed.', ar: 'يُفتح عند إكمال الدروس التي قبله.' },
  'course.notOffered': {
    en: 'You don’t need this lesson now, or it opens later: the course decides by how you do.',
    ar: 'لا تحتاج إلى هذا الدرس الآن، أو يُفتح لاحقًا: تقرر الدورة ذلك بحسب أدائك.',
  },
  'course.noAttempts': {
    en: 'You have used all attempts at this lesson.',
    ar: 'لقد استنفدت كل محاولات هذا الدرس.',
  },
  'course.failed': {
    en: 'You did not pass this lesson. Please ask your centre how to go on.',
    ar: 'لم تجتز هذا الدرس. يرجى سؤال مركزك عن كيفية المتابعة.',
  },
  'course.opening': { en: 'Opening {name}', ar: 'جارٍ فتح {name}' },
  'course.close': { en: 'Close', ar: 'إغلاق' },
  'course.closing': { en: 'Closing {name}', ar: 'جارٍ إغلاق {name}' },
  'course.frame': { en: 'Lesson: {name}', ar: 'الدرس: {name}' },
  'course.saved': { en: 'Saved', ar: 'حُفظ' },
  'course.kept': {
    en: 'Kept on this device: it is sent when the connection is back',
    ar: 'محفوظ على هذا الجهاز: يُرسل عند عودة الاتصال',
  },
  'course.sending': { en: 'Saving …', ar: 'جارٍ الحفظ …' },
  'course.notKept': {
    en: 'This browser has no room to keep it: leave this page open until it is saved',
    ar: 'لا مساحة في هذا المتصفح لحفظه: أبقِ هذه الصفحة مفتوحة إلى أن يُحفظ',
  },
  'course.outdated': {
    en: 'This lesson was opened somewhere else after this. What is done here doesn’t count any more.',
    ar: 'فُتح هذا الدرس في مكان آخر بعد ذلك. ما يُفعل هنا لم يعد يُحتسب.',
  },
  'course.refused': {
    en: 'Your progress could not be saved. Please tell your centre.',
    ar: 'تعذر حفظ تقدمك. يرجى إبلاغ مركزك.',
  },
  'course.goesOffline': {
    en: 'This lesson goes on without a network ({size})',
    ar: 'يستمر هذا الدرس بدون شبكة ({size})',
  },
  'course.needsNetwork': {
    en: 'Too large to be kept on this device: please stay connected',
    ar: 'أكبر من أن تُحفظ على هذا الجهاز: يرجى البقاء متصلًا',
  },
  'course.review': {
    en: 'You have completed this lesson: nothing you do in it counts.',
    ar: 'لقد أكملت هذا الدرس: لا يُحتسب ما تفعله فيه.',
  },
  'course.completedTitle': { en: 'Course completed', ar: 'اكتملت الدورة' },
  'course.completedText': { en: 'You have completed {name}.', ar: 'لقد أكملت {name}.' },
  'course.ok': { en: 'OK', ar: 'موافق' },
  'course.openFailedTitle': { en: 'The lesson could not be opened', ar: 'تعذر فتح الدرس' },
  'course.openFailedText': {
    en: 'Check your connection and try again. What you did before is kept.',
    ar: 'تحقق من اتصالك وحاول مرة أخرى. ما فعلته من قبل محفوظ.',
  },
  'course.needsConnection': {
    en: 'Opening a lesson needs a connection. What you did is kept on this device. Try again once you are connected.',
    ar: 'فتح درس يحتاج إلى اتصال. ما فعلته محفوظ على هذا الجهاز. حاول مرة أخرى عند عودة الاتصال.',
  },
  'course.notOpenText': { en: 'This lesson can not be opened now.', ar: 'لا يمكن فتح هذا الدرس الآن.' },
  'course.unsentText': {
    en: 'What you did in it on this device has to be sent first, and the server can not be reached.',
    ar: 'يجب أولًا إرسال ما فعلته فيه على هذا الجهاز، ولا يمكن الوصول إلى الخادم.',
  },
  'course.windowText': {
    en: 'This lesson opens in a window of its own. Come back here when you are done.',
    ar: 'يُفتح هذا الدرس في نافذة مستقلة. عد إلى هنا عندما تنتهي.',
  },
  'course.windowAction': { en: 'Open the lesson', ar: 'افتح الدرس' },
  'course.windowOpen': {
    en: 'The lesson is open in its own window. This page notices when you have finished it there.',
    ar: 'الدرس مفتوح في نافذته. ستلاحظ هذه الصفحة عندما تنهيه هناك.',
  },
  'course.launchedElsewhere': {
    en: 'A lesson of this course was opened somewhere else after this one, which stopped. What you did until then is kept.',
    ar: 'فُتح درس من هذه الدورة في مكان آخر بعد هذا الدرس فتوقف. ما فعلته حتى ذلك الحين محفوظ.',
  },
  'course.tryAgain': { en: 'Try again', ar: 'حاول مرة أخرى' },
  'course.back': { en: 'Back to the lessons', ar: 'العودة إلى الدروس' },
  'course.reset': { en: 'Reset', ar: 'إعادة الضبط' },
  'course.resetCourse': { en: 'Reset the course', ar: 'إعادة ضبط الدورة' },
  'course.resetNamed': { en: 'Reset {name}', ar: 'إعادة ضبط {name}' },
  'course.elsewhereTitle': { en: 'Open in another tab', ar: 'مفتوحة في علامة تبويب أخرى' },
  'course.elsewhereText': {
    en: 'This course is open in another tab of this browser. You can go on here; the other tab then stops.',
    ar: 'هذه الدورة مفتوحة في علامة تبويب أخرى من هذا المتصفح. يمكنك المتابعة هنا، وعندها تتوقف العلامة الأخرى.',
  },
  'course.elsewhereContinue': { en: 'Continue here', ar: 'المتابعة هنا' },
} as const satisfies MessageSet
