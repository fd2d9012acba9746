import type { MessageSet } from '../../api/messages/catalogue.ts'

/** The texts of a proctored exam's pages. The title of the error page is the specification's, as it stands. */
export const proctoringMessages = {
  'proctoring.starting': { en: 'Starting your proctored exam', ar: 'جارٍ بدء امتحانك المراقَب' },
  'proctoring.startingHelp': {
    en: 'We are checking that the proctoring runs. The time of your exam doesn’t run yet.',
    ar: 'نتحقق من أن المراقبة تعمل. لم يبدأ احتساب وقت امتحانك بعد.',
  },
  'proctoring.errorTitle': {
    en: 'There was an problem setting up your Proctorio Exam',
    ar: 'حدثت مشكلة في إعداد امتحان Proctorio الخاص بك',
  },
  'proctoring.errorHelp': {
    en: 'Nothing of yours is lost. Try again; if that doesn’t help, open your assessments and start the exam from there, or show the details below to whoever helps you.',
    ar: 'لم يُفقد أي شيء. حاول مجددًا، وإن لم يفلح ذلك فافتح تقييماتك وابدأ الامتحان من هناك، أو اعرض التفاصيل أدناه على من يساعدك.',
  },
  'proctoring.details': { en: 'Details', ar: 'التفاصيل' },
  'proctoring.date': { en: 'Date', ar: 'التاريخ' },
  'proctoring.time': { en: 'Time', ar: 'الوقت' },
  'proctoring.errorName': { en: 'Error', ar: 'الخطأ' },
  'proctoring.errorText': { en: 'Message', ar: 'الرسالة' },
  'proctoring.payload': { en: 'Payload', ar: 'البيانات' },
  'proctoring.tryAgain': { en: 'Try again', ar: 'حاول مجددًا' },
  'proctoring.toAssessments': { en: 'Open my assessments', ar: 'فتح تقييماتي' },
  'proctoring.initialisation': { en: 'Proctorio Initialisation', ar: 'تهيئة Proctorio' },
  'proctoring.initialisationHelp': {
    en: 'You are being taken to Proctorio, which watches over this exam and then brings you back. The time of your exam doesn’t run yet.',
    ar: 'تُنقل الآن إلى Proctorio الذي يراقب هذا الامتحان ثم يعيدك إلى هنا. لم يبدأ احتساب وقت امتحانك بعد.',
  },
  'proctoring.cantRedirectTitle': { en: 'Error', ar: 'خطأ' },
  'proctoring.cantRedirect': { en: 'Unable to Redirect to Proctorio', ar: 'تعذّر الانتقال إلى Proctorio' },
  'proctoring.cantRedirectHelp': {
    en: 'The exam has not begun, and nothing is lost. Go back to your assessments and try again in a moment. If it still doesn’t work, tell your invigilator.',
    ar: 'لم يبدأ الامتحان ولم يُفقد أي شيء. عُد إلى تقييماتك وحاول مجددًا بعد قليل. وإن لم ينجح ذلك فأخبر المراقب.',
  },
  'proctoring.ok': { en: 'OK', ar: 'حسنًا' },
  'proctoring.lostTitle': { en: 'Your proctored session has ended', ar: 'انتهت جلسة المراقبة' },
  'proctoring.lostText': {
    en: 'Proctorio doesn’t watch over your exam any more. Your answers are kept. Start the proctoring again to go on; the time of your exam runs meanwhile.',
    ar: 'لم يعد Proctorio يراقب امتحانك. إجاباتك محفوظة. ابدأ المراقبة مجددًا للمتابعة، ووقت الامتحان مستمر في هذه الأثناء.',
  },
  'proctoring.startAgain': { en: 'Start the proctoring again', ar: 'بدء المراقبة مجددًا' },
  'proctoring.finishing': { en: 'Ending the proctored session', ar: 'جارٍ إنهاء جلسة المراقبة' },
  'proctoring.finishingHelp': { en: 'One moment …', ar: 'لحظة من فضلك …' },
  'proctoring.finished': { en: 'Your proctored session is finished', ar: 'انتهت جلسة المراقبة' },
  'proctoring.finishedText': {
    en: 'Your exam has been handed in. You may close this window.',
    ar: 'تم تسليم امتحانك. يمكنك إغلاق هذه النافذة.',
  },
  'proctoring.returned': { en: 'You are back from Proctorio', ar: 'لقد عدت من Proctorio' },
  'proctoring.returnedText': {
    en: 'The proctored session is over. Sign in to see your assessments.',
    ar: 'انتهت جلسة المراقبة. سجّل الدخول للاطلاع على تقييماتك.',
  },
  'proctoring.anyBrowser': {
    en: 'You can continue all the same. If something doesn’t work then, tell your invigilator.',
    ar: 'يمكنك المتابعة مع ذلك. وإن لم يعمل شيء ما فأخبر المراقب.',
  },
  'proctoring.continue': { en: 'Continue', ar: 'متابعة' },
  'proctoring.signIn': { en: 'Sign in', ar: 'تسجيل الدخول' },
} satisfies MessageSet
