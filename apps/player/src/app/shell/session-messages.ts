import type { MessageSet } from '../../api/messages/catalogue.ts'

/** What is said within a session, and of its end: the login page does without. */
export const sessionMessages = {
  'signOut.title': { en: 'Log off?', ar: 'تسجيل الخروج؟' },
  'signOut.runningTitle': { en: 'Log off in the middle of your exam?', ar: 'تسجيل الخروج في أثناء امتحانك؟' },
  'signOut.running': {
    en: 'Your exam isn’t finished, and its time goes on while you are away. Sign in again to go on with it.',
    ar: 'لم ينته امتحانك، ويستمر وقته في أثناء غيابك. سجّل الدخول مرة أخرى لمتابعته.',
  },
  'signOut.allThere': { en: 'All your answers are on the server.', ar: 'جميع إجاباتك على الخادم.' },
  'signOut.sending': { en: 'Your answers are being sent …', ar: 'يجري إرسال إجاباتك …' },
  'signOut.onlyHere': {
    en: 'Not sent yet, and only on this device: {what}. They stay here, and are sent when you sign in on this device again. On another device they are not there.',
    ar: 'لم تُرسل بعد، وهي على هذا الجهاز فقط: {what}. تبقى هنا، وتُرسل عندما تسجّل الدخول على هذا الجهاز مرة أخرى. ولا تظهر على جهاز آخر.',
  },
  'signOut.lost': {
    en: 'Not sent, and this browser can’t keep them: {what}. They are lost if you log off now. Wait for the connection, or tell your invigilator.',
    ar: 'لم تُرسل ولا يستطيع هذا المتصفح حفظها: {what}. ستضيع إذا سجّلت الخروج الآن. انتظر عودة الاتصال أو أخبر المراقب.',
  },
  'signOut.unknown': {
    en: 'This browser can’t say whether all of your answers are on the server. Please tell your invigilator before you leave this device.',
    ar: 'لا يستطيع هذا المتصفح معرفة هل جميع إجاباتك على الخادم. يرجى إبلاغ المراقب قبل أن تغادر هذا الجهاز.',
  },
  'signOut.checking': {
    en: 'The server is being asked whether it still has these: answers: {count}.',
    ar: 'يجري سؤال الخادم هل ما زال يحتفظ بهذه: إجابات: {count}.',
  },
  'signOut.refused': {
    en: 'Of these, answers that were refused: {count}. Signing in again may not be enough for them: save them as a file, or tell your invigilator.',
    ar: 'منها إجابات رُفضت: {count}. قد لا يكفي تسجيل الدخول مرة أخرى لإرسالها: احفظها في ملف أو أخبر المراقب.',
  },
  'signOut.answers': { en: 'answers: {count}', ar: 'إجابات: {count}' },
  'signOut.files': { en: 'files: {count}', ar: 'ملفات: {count}' },
  'signOut.courses': { en: 'lessons of courses: {count}', ar: 'دروس من الدورات: {count}' },
  'signOut.and': { en: '{one}, {other}', ar: '{one}، {other}' },
  'signOut.stay': { en: 'Stay', ar: 'البقاء' },
  'signOut.goOn': { en: 'Go on with the exam', ar: 'متابعة الامتحان' },
  'signOut.confirm': { en: 'Log off', ar: 'تسجيل الخروج' },
  'signOut.doneTitle': { en: 'You are logged off', ar: 'سُجِّل خروجك' },
  'signOut.done': {
    en: 'The sign-in page opens as soon as the server can be reached. You can close this window.',
    ar: 'تُفتح صفحة تسجيل الدخول فور إمكان الوصول إلى الخادم. يمكنك إغلاق هذه النافذة.',
  },
  'doubleLogin.title': { en: 'You have signed in somewhere else', ar: 'لقد سجلت الدخول من مكان آخر' },
  'doubleLogin.text': {
    en: 'Your account is now in use in another window or on another device, so this one has been closed. Everything that reached us is kept.',
    ar: 'حسابك مستخدم الآن في نافذة أخرى أو على جهاز آخر، لذلك أُغلقت هذه الجلسة. كل ما وصل إلينا محفوظ.',
  },
  'doubleLogin.confirm': { en: 'Confirm', ar: 'تأكيد' },
  'inactivity.warningTitle': { en: 'Are you still there?', ar: 'هل ما زلت هنا؟' },
  'inactivity.warning': {
    en: 'Nothing has been done here for a while. In {minutes} minutes you will be logged off, so that nobody else can use your account.',
    ar: 'لم يحدث أي نشاط هنا منذ فترة. سيُسجَّل خروجك بعد {minutes} من الدقائق حتى لا يستخدم أحد غيرك حسابك.',
  },
  'inactivity.stay': { en: 'Stay logged on', ar: 'البقاء مسجلًا' },
  'inactivity.title': { en: 'You have been logged off', ar: 'سُجِّل خروجك' },
  'inactivity.text': {
    en: 'Nothing was done here for ten minutes. Everything that you saved is kept. Please log in again to go on.',
    ar: 'لم يحدث أي نشاط هنا لمدة عشر دقائق. كل ما حفظته محفوظ. يرجى تسجيل الدخول مرة أخرى للمتابعة.',
  },
  'inactivity.ok': { en: 'OK', ar: 'موافق' },
  'notFound.title': { en: 'This page doesn’t exist', ar: 'هذه الصفحة غير موجودة' },
  'notFound.text': {
    en: 'The address may be old or mistyped. Your exams are in your list of assessments.',
    ar: 'قد يكون العنوان قديمًا أو مكتوبًا خطأً. تجد امتحاناتك في قائمة تقييماتك.',
  },
  'notFound.schedules': { en: 'Go to my assessments', ar: 'الانتقال إلى تقييماتي' },
} as const satisfies MessageSet
