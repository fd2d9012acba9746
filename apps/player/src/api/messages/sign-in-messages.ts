import type { MessageSet } from './catalogue.ts'

/** Texts of the login page. */
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
} as const satisfies MessageSet
