import type { MessageSet } from './catalogue.ts'

/** Texts of the start-up, the bar and the dialogs that any page may show. */
export const shellMessages = {
  'app.name': { en: 'Sitwell', ar: 'Sitwell' },
  'app.initializing': { en: 'Initializing your app', ar: 'جارٍ تهيئة التطبيق' },
  'app.slow': {
    en: 'This is taking longer than usual. If nothing changes, check your connection and load the page again.',
    ar: 'يستغرق هذا وقتًا أطول من المعتاد. إذا لم يتغير شيء فتحقق من اتصالك وأعد تحميل الصفحة.',
  },
  'app.loading': { en: 'Loading', ar: 'جارٍ التحميل' },
  'app.version': { en: 'Version {version}', ar: 'الإصدار {version}' },
  'app.skipToContent': { en: 'Skip to the content', ar: 'انتقل إلى المحتوى' },
  'bar.welcome': { en: 'Welcome {firstName} {lastName}', ar: 'مرحبًا {firstName} {lastName}' },
  'bar.theme': { en: 'Colour theme', ar: 'نسق الألوان' },
  'bar.signOut': { en: 'Log off', ar: 'تسجيل الخروج' },
  'bar.logo': { en: 'Logo of {name}', ar: 'شعار {name}' },
  'bar.logoUnnamed': { en: 'Logo', ar: 'الشعار' },
  'client.notFoundTitle': { en: 'Client not found', ar: 'لم يُعثر على الجهة' },
  'client.notFoundText': {
    en: "Please use your client's login address",
    ar: 'يرجى استخدام عنوان تسجيل الدخول الخاص بجهتك',
  },
  'browser.notSupportedTitle': {
    en: 'Browser not supported: {browser} ({version})',
    ar: 'المتصفح غير مدعوم: {browser} ({version})',
  },
  'browser.notSupportedText': { en: 'Your current browser is not supported', ar: 'متصفحك الحالي غير مدعوم' },
  'browser.listIntro': {
    en: 'Listed below are the supported browsers and their versions',
    ar: 'فيما يلي المتصفحات المدعومة وإصداراتها',
  },
  'browser.include': { en: 'Supported versions', ar: 'الإصدارات المدعومة' },
  'browser.exclude': { en: 'Not supported', ar: 'غير مدعومة' },
  'browser.anyVersion': { en: 'All versions', ar: 'جميع الإصدارات' },
  'browser.none': { en: 'None', ar: 'لا شيء' },
  'browser.notice': {
    en: 'Exams here may not work in {browser} ({version}). Please use another browser if you can.',
    ar: 'قد لا تعمل الامتحانات هنا في {browser} ({version}). يرجى استخدام متصفح آخر إن أمكن.',
  },
  'browser.unknown': { en: 'Unknown browser', ar: 'متصفح غير معروف' },
  'browser.unknownVersion': { en: 'unknown version', ar: 'إصدار غير معروف' },
  'networkError.title': { en: 'Network Error.', ar: 'خطأ في الشبكة.' },
  'networkError.subheader': { en: 'Please try again in a few moments.', ar: 'يرجى المحاولة مرة أخرى بعد لحظات.' },
  'networkError.additionalInformation': { en: 'Additional Information', ar: 'معلومات إضافية' },
  'networkError.retry': { en: 'Retry', ar: 'إعادة المحاولة' },
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
  'navigation.cannotNavigateTitle': { en: 'Please start your exam from the list', ar: 'يرجى بدء الامتحان من القائمة' },
  'navigation.cannotNavigate': {
    en: 'An exam can’t be opened with the browser’s back and forward buttons. Choose it from your list of assessments instead. Nothing is lost.',
    ar: 'لا يمكن فتح امتحان بزرَّي الرجوع والتقدم في المتصفح. اختره من قائمة تقييماتك. لم يُفقد شيء.',
  },
  'navigation.interruptedTitle': { en: 'You have left the sign-in page', ar: 'لقد غادرت صفحة تسجيل الدخول' },
  'navigation.interrupted': {
    en: 'The browser’s back or forward button has taken you away from the sign-in page.',
    ar: 'نقلك زر الرجوع أو التقدم في المتصفح بعيدًا عن صفحة تسجيل الدخول.',
  },
  'navigation.ok': { en: 'OK', ar: 'موافق' },
  'notFound.title': { en: 'This page doesn’t exist', ar: 'هذه الصفحة غير موجودة' },
  'notFound.text': {
    en: 'The address may be old or mistyped. Your exams are in your list of assessments.',
    ar: 'قد يكون العنوان قديمًا أو مكتوبًا خطأً. تجد امتحاناتك في قائمة تقييماتك.',
  },
  'notFound.schedules': { en: 'Go to my assessments', ar: 'الانتقال إلى تقييماتي' },
  'crash.title': { en: 'Something went wrong', ar: 'حدث خطأ ما' },
  'crash.text': {
    en: 'This page has met a problem that we have been told about. Answers that you have given are kept. Loading the page again usually helps.',
    ar: 'واجهت هذه الصفحة مشكلة وقد أُبلغنا بها. الإجابات التي قدمتها محفوظة. إعادة تحميل الصفحة تحل المشكلة عادةً.',
  },
} as const satisfies MessageSet
