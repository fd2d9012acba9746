import type { MessageSet } from './catalogue.ts'

/** Texts of the pages before the sign-in. The ones that the specification words stand as it words them. */
export const signInMessages = {
  'signIn.title': { en: 'Log in', ar: 'تسجيل الدخول' },
  'signIn.username': { en: 'Username', ar: 'اسم المستخدم' },
  'signIn.password': { en: 'Password', ar: 'كلمة المرور' },
  'signIn.submit': { en: 'Log in', ar: 'تسجيل الدخول' },
  'signIn.submitting': { en: 'Logging in', ar: 'جارٍ تسجيل الدخول' },
  'signIn.info': {
    en: 'Use the username and password that your centre gave you.',
    ar: 'استخدم اسم المستخدم وكلمة المرور اللذين أعطاك إياهما مركزك.',
  },
  'signIn.forgotten': { en: 'Forgotten your password?', ar: 'هل نسيت كلمة المرور؟' },
  'signIn.wrongPassword': {
    en: 'That username and password don’t match. Please try again.',
    ar: 'اسم المستخدم وكلمة المرور غير متطابقين. يرجى كتابة كلمة المرور مرة أخرى.',
  },
  'signIn.suspended': {
    en: 'This account is suspended. Please contact your centre.',
    ar: 'هذا الحساب موقوف. يرجى الاتصال بمركزك.',
  },
  'signIn.tooManyAttempts': {
    en: 'There were too many attempts. Please wait a minute and try again.',
    ar: 'جرت محاولات كثيرة جدًا. يرجى الانتظار دقيقة ثم المحاولة مرة أخرى.',
  },
  'signIn.invalidLoginToken': {
    en: 'Invalid login token, you need to logged in by an admin user',
    ar: 'رمز الدخول غير صالح، يجب أن يسجل دخولك أحد المشرفين',
  },
  'signIn.linkInvalid': {
    en: 'This link no longer works: it has been used already, or it is too old. If you have set your password with it, log in below.',
    ar: 'لم يعد هذا الرابط صالحًا: إما أنه استُخدم من قبل أو انتهت مدته. إذا كنت قد عيّنت كلمة مرورك به فسجّل الدخول أدناه.',
  },
  'signIn.newLink': {
    en: 'Otherwise choose “Forgotten your password?” below, and we will send you a new one.',
    ar: 'وإلا فاختر «هل نسيت كلمة المرور؟» أدناه وسنرسل إليك رابطًا جديدًا.',
  },
  'signIn.newLinkFromCentre': {
    en: 'Otherwise please ask your centre for a new one.',
    ar: 'وإلا فيرجى طلب رابط جديد من مركزك.',
  },
  'signIn.passwordSet': {
    en: 'Your new password is set. Please log in with it.',
    ar: 'عُيّنت كلمة مرورك الجديدة. يرجى تسجيل الدخول بها.',
  },

  'forgotten.title': { en: 'Forgotten password', ar: 'نسيت كلمة المرور' },
  'forgotten.logonId': { en: 'Login ID', ar: 'معرّف الدخول' },
  'forgotten.submit': { en: 'Send me a link', ar: 'أرسل إليّ رابطًا' },
  'forgotten.info': {
    en: 'Enter the username that you log in with. We will send an e-mail with a link to set a new password.',
    ar: 'أدخل اسم المستخدم الذي تسجل به الدخول. سنرسل رسالة بريد إلكتروني فيها رابط لتعيين كلمة مرور جديدة.',
  },
  'forgotten.submitting': { en: 'Asking for your link', ar: 'جارٍ طلب الرابط' },
  'forgotten.success': {
    en: 'If we know this username and an e-mail address for it, a link is on its way. It can take a few minutes; please look among your unwanted mail too.',
    ar: 'إذا كنا نعرف اسم المستخدم هذا وعنوان بريده الإلكتروني فإن الرابط في الطريق إليك. قد يستغرق ذلك بضع دقائق؛ تحقق من البريد غير المرغوب فيه أيضًا.',
  },
  'forgotten.failed': {
    en: 'The link could not be sent. Please try again, or ask your centre.',
    ar: 'تعذر إرسال الرابط. يرجى المحاولة مرة أخرى أو سؤال مركزك.',
  },
  'forgotten.noEmail': {
    en: 'We have no e-mail address for this account. Please ask your centre to set a new password for you.',
    ar: 'لا يوجد لدينا عنوان بريد إلكتروني لهذا الحساب. يرجى الطلب من مركزك تعيين كلمة مرور جديدة لك.',
  },
  'forgotten.invalidLogonId': {
    en: 'We don’t know this login ID. Please check it and try again.',
    ar: 'لا نعرف معرّف الدخول هذا. يرجى التحقق منه والمحاولة مرة أخرى.',
  },
  'forgotten.invalidToken': {
    en: 'This page can’t send a link any more. Please return to the login page and start again.',
    ar: 'لم يعد بإمكان هذه الصفحة إرسال رابط. يرجى العودة إلى صفحة الدخول والبدء من جديد.',
  },

  'password.setTitle': { en: 'Set password', ar: 'تعيين كلمة المرور' },
  'password.resetTitle': { en: 'Reset password', ar: 'إعادة تعيين كلمة المرور' },
  'password.checking': { en: 'Checking your link', ar: 'جارٍ التحقق من الرابط' },
  'password.info': {
    en: 'Hello {firstName} {lastName}. Choose a password that you use nowhere else, and type it twice.',
    ar: 'مرحبًا {firstName} {lastName}. اختر كلمة مرور لا تستخدمها في أي مكان آخر واكتبها مرتين.',
  },
  'password.submitting': { en: 'Setting your password', ar: 'جارٍ تعيين كلمة مرورك' },
  'password.success': { en: 'Your new password is set. Logging in', ar: 'عُيّنت كلمة مرورك الجديدة. جارٍ تسجيل الدخول' },
  'password.noMatch': {
    en: 'The two passwords don’t match. Please type both again.',
    ar: 'كلمتا المرور غير متطابقتين. يرجى كتابتهما مرة أخرى.',
  },
  'password.invalid': {
    en: 'This password can’t be used. Please choose a longer one that others can’t guess.',
    ar: 'لا يمكن استخدام كلمة المرور هذه. يرجى اختيار كلمة أطول يصعب على الآخرين تخمينها.',
  },
  'password.resetError': {
    en: 'Your password could not be set. Please try again, or ask for a new link.',
    ar: 'تعذر تعيين كلمة مرورك. يرجى المحاولة مرة أخرى أو طلب رابط جديد.',
  },
  'password.password': { en: 'New password', ar: 'كلمة المرور الجديدة' },
  'password.retype': { en: 'Retype new password', ar: 'أعد كتابة كلمة المرور الجديدة' },
  'password.show': { en: 'Show passwords', ar: 'إظهار كلمتي المرور' },
  'password.hide': { en: 'Hide passwords', ar: 'إخفاء كلمتي المرور' },
  'password.return': { en: 'Return to log in', ar: 'العودة إلى تسجيل الدخول' },

  'admin.title': { en: 'Administration', ar: 'الإدارة' },
  'admin.none': {
    en: 'No administration site is set up for your organisation. You can go on as a learner sees it.',
    ar: 'لم يُعَدّ موقع إدارة لجهتك. يمكنك المتابعة كما يراها المتعلم.',
  },
  'admin.goOn': { en: 'Go on to the player', ar: 'المتابعة إلى المشغّل' },
  'admin.redirecting': { en: 'Redirecting to admin', ar: 'جارٍ التحويل إلى الإدارة' },
} as const satisfies MessageSet
