import type { MessageSet } from '../../api/messages/catalogue.ts'

/** The texts of a proctored exam's pages. The title of the error page is the specification's, as it stands. */
export const proctoringMessages = {
  'proctoring.starting': { en: 'Starting your proctored exam', ar: 'جارٍ بدء امتحانك المراقَب' },
  'proctoring.startingHelp': {
    en: 'We are checking that the proctoring runs. If you have not begun your exam, its time doesn’t run yet.',
    ar: 'نتحقق من أن المراقبة تعمل. إن لم تكن قد بدأت امتحانك فلم يبدأ احتساب وقته بعد.',
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
    en: 'You are being taken to Proctorio, which watches over this exam and then brings you back. If you have not begun it, its time doesn’t run yet.',
    ar: 'تُنقل الآن إلى Proctorio الذي يراقب هذا الامتحان ثم يعيدك إلى هنا. إن لم تكن قد بدأته فلم يبدأ احتساب وقته بعد.',
  },
  'proctoring.cantRedirectTitle': { en: 'Error', ar: 'خطأ' },
  'proctoring.cantRedirect': { en: 'Unable to Redirect to Proctorio', ar: 'تعذّر الانتقال إلى Proctorio' },
  'proctoring.cantRedirectHelp': {
    en: 'The exam has not begun, and nothing is lost. Go back to your assessments and try again in a moment. If it still doesn’t work, tell your invigilator.',
    ar: 'لم يبدأ الامتحان ولم يُفقد أي شيء. عُد إلى تقييماتك وحاول مجددًا بعد قليل. وإن لم ينجح ذلك فأخبر المراقب.',
  },
  'proctoring.cantRedirectBegun': {
    en: 'What you have answered is kept; if your exam has a time, it runs meanwhile. Go back to your assessments and try again now. If it still doesn’t work, tell your invigilator.',
    ar: 'إجاباتك محفوظة، وإن كان لامتحانك وقت محدد فهو مستمر في هذه الأثناء. عُد إلى تقييماتك وحاول مجددًا الآن. وإن لم ينجح ذلك فأخبر المراقب.',
  },
  'proctoring.cantRedirectUnknown': {
    en: 'Nothing of yours is lost. Go back to your assessments and try again in a moment. If it still doesn’t work, tell your invigilator.',
    ar: 'لم يُفقد أي شيء. عُد إلى تقييماتك وحاول مجددًا بعد قليل. وإن لم ينجح ذلك فأخبر المراقب.',
  },
  'proctoring.ok': { en: 'OK', ar: 'حسنًا' },
  'proctoring.lostTitle': { en: 'Your proctored session has ended', ar: 'انتهت جلسة المراقبة' },
  'proctoring.lostText': {
    en: 'Proctorio doesn’t watch over your exam any more. Your answers are kept. Start the proctoring again to go on; if your exam has a time, it runs meanwhile.',
    ar: 'لم يعد Proctorio يراقب امتحانك. إجاباتك محفوظة. ابدأ المراقبة مجددًا للمتابعة، وإن كان لامتحانك وقت محدد فهو مستمر في هذه الأثناء.',
  },
  'proctoring.lostBeforeText': {
    en: 'Proctorio doesn’t watch over your exam any more. You have not begun it, and nothing is lost. Start the proctoring again to go on.',
    ar: 'لم يعد Proctorio يراقب امتحانك. لم تبدأه بعد ولم يُفقد أي شيء. ابدأ المراقبة مجددًا للمتابعة.',
  },
  'proctoring.cannotAsk': {
    en: 'The server can’t be reached now. Try again in a moment.',
    ar: 'تعذّر الوصول إلى الخادم الآن. حاول مجددًا بعد قليل.',
  },
  'proctoring.startAgain': { en: 'Start the proctoring again', ar: 'بدء المراقبة مجددًا' },
  'proctoring.finishing': { en: 'Ending the proctored session', ar: 'جارٍ إنهاء جلسة المراقبة' },
  'proctoring.finishingHelp': { en: 'One moment …', ar: 'لحظة من فضلك …' },
  'proctoring.finished': { en: 'Your proctored session is finished', ar: 'انتهت جلسة المراقبة' },
  'proctoring.finishedText': {
    en: 'Your exam has been handed in. You may close this window.',
    ar: 'تم تسليم امتحانك. يمكنك إغلاق هذه النافذة.',
  },
  'proctoring.notHandedIn': {
    en: 'Your exam is not handed in. Your answers are kept; if it has a time, that runs meanwhile. Start the proctoring again to go on.',
    ar: 'لم يُسلَّم امتحانك. إجاباتك محفوظة، وإن كان له وقت محدد فهو مستمر في هذه الأثناء. ابدأ المراقبة مجددًا للمتابعة.',
  },
  'proctoring.mayClose': { en: 'You may close this window.', ar: 'يمكنك إغلاق هذه النافذة.' },
  'proctoring.returned': { en: 'You are back from Proctorio', ar: 'لقد عدت من Proctorio' },
  'proctoring.returnedText': {
    en: 'Sign in to see your assessments, and how your exam stands.',
    ar: 'سجّل الدخول للاطلاع على تقييماتك وحالة امتحانك.',
  },
  'proctoring.anyBrowser': {
    en: 'You can continue all the same. If something doesn’t work then, tell your invigilator.',
    ar: 'يمكنك المتابعة مع ذلك. وإن لم يعمل شيء ما فأخبر المراقب.',
  },
  'proctoring.continue': { en: 'Continue', ar: 'متابعة' },
  'proctoring.signIn': { en: 'Sign in', ar: 'تسجيل الدخول' },
} satisfies MessageSet
