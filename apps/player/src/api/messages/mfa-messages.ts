import type { MessageSet } from './catalogue.ts'

/** Texts of the second step of a sign-in. The ones that the specification words stand as it words them. */
export const mfaMessages = {
  'mfa.setupTitle': { en: 'Protect your account', ar: 'احمِ حسابك' },
  'mfa.setupIntro': {
    en: 'Your organisation asks for a second proof that it is you. You set it up once.',
    ar: 'تطلب جهتك إثباتًا ثانيًا لهويتك. تقوم بإعداده مرة واحدة.',
  },
  'mfa.providers': { en: 'How you get your codes', ar: 'طريقة حصولك على الرموز' },
  'mfa.provider.app': { en: 'App', ar: 'تطبيق' },
  'mfa.provider.email': { en: 'E-mail', ar: 'البريد الإلكتروني' },
  'mfa.provider.textmessage': { en: 'Text message', ar: 'رسالة نصية' },
  'mfa.appInstall': {
    en: 'Open an authenticator app on your phone. If you have none, install one from your phone’s app store.',
    ar: 'افتح تطبيق مصادقة على هاتفك. إذا لم يكن لديك واحد فثبّته من متجر التطبيقات.',
  },
  'mfa.appScan': { en: 'Add an account in the app and scan this code.', ar: 'أضف حسابًا في التطبيق وامسح هذا الرمز ضوئيًا.' },
  'mfa.qrCode': { en: 'QR code for your authenticator app', ar: 'رمز الاستجابة السريعة لتطبيق المصادقة' },
  'mfa.appByHand': { en: 'Can’t scan it? Type this key into the app:', ar: 'لا يمكنك مسحه؟ اكتب هذا المفتاح في التطبيق:' },
  'mfa.appOpen': { en: 'Open in an app on this device', ar: 'فتح في تطبيق على هذا الجهاز' },
  'mfa.appCode': { en: 'Type the six digits that the app shows.', ar: 'اكتب الأرقام الستة التي يعرضها التطبيق.' },
  'mfa.verificationTitle': { en: 'Enter your code', ar: 'أدخل الرمز' },
  'mfa.appVerify': {
    en: 'Type the six digits that your authenticator app shows for this account.',
    ar: 'اكتب الأرقام الستة التي يعرضها تطبيق المصادقة لهذا الحساب.',
  },
  'mfa.code': { en: 'Code', ar: 'الرمز' },
  'mfa.verify': { en: 'Continue', ar: 'متابعة' },
  'mfa.remember': {
    en: 'Don’t ask again on this device for {days} days',
    ar: 'لا تسأل مرة أخرى على هذا الجهاز لمدة {days} يومًا',
  },
  'mfa.send.email': { en: 'We will send a code to {email}.', ar: 'سنرسل رمزًا إلى {email}.' },
  'mfa.send.textmessage': { en: 'We will send a code to your phone.', ar: 'سنرسل رمزًا إلى هاتفك.' },
  'mfa.sent.email': {
    en: 'We have sent a code to {email}. It can take a minute.',
    ar: 'أرسلنا رمزًا إلى {email}. قد يستغرق وصوله دقيقة.',
  },
  'mfa.sent.textmessage': {
    en: 'We have sent a code to your phone. It can take a minute.',
    ar: 'أرسلنا رمزًا إلى هاتفك. قد يستغرق وصوله دقيقة.',
  },
  'mfa.sendCode': { en: 'Send me a code', ar: 'أرسل إليّ رمزًا' },
  'mfa.sendAgain': { en: 'Send another code', ar: 'أرسل رمزًا آخر' },
  'mfa.incorrectCode': {
    en: 'That code isn’t right. Please type the newest one.',
    ar: 'هذا الرمز غير صحيح. يرجى كتابة أحدث رمز.',
  },
  'mfa.verificationError': {
    en: 'The code could not be checked. Please try again in a moment.',
    ar: 'تعذر التحقق من الرمز. يرجى المحاولة مرة أخرى بعد لحظة.',
  },
  'mfa.problem.qr': {
    en: 'There was a problem getting the code to scan. Please try again.',
    ar: 'حدثت مشكلة في جلب الرمز المطلوب مسحه. يرجى المحاولة مرة أخرى.',
  },
  'mfa.problem.email': {
    en: 'There was a problem sending the e-mail. Please try again, or ask your centre.',
    ar: 'حدثت مشكلة في إرسال البريد الإلكتروني. يرجى المحاولة مرة أخرى أو سؤال مركزك.',
  },
  'mfa.problem.textmessage': {
    en: 'There was a problem sending the text message. Please try again, or ask your centre.',
    ar: 'حدثت مشكلة في إرسال الرسالة النصية. يرجى المحاولة مرة أخرى أو سؤال مركزك.',
  },
  'mfa.problem.reset': {
    en: 'There was a problem resetting your authentication',
    ar: 'حدثت مشكلة في إعادة ضبط المصادقة',
  },
  'mfa.problem.administrator': {
    en: 'Only your centre can reset your authentication. Please ask them.',
    ar: 'لا يستطيع إعادة ضبط المصادقة إلا مركزك. يرجى التواصل معه.',
  },
  'mfa.lost': { en: 'Lost your phone, or no code arrives?', ar: 'فقدت هاتفك أو لا يصلك رمز؟' },
  'mfa.reset': { en: 'Reset Authentication', ar: 'إعادة ضبط المصادقة' },
  'mfa.resetTitle': { en: 'Reset Authentication', ar: 'إعادة ضبط المصادقة' },
  'mfa.resetText': {
    en: 'Your present way of getting codes will stop working, and you will set up a new one. Your exams and answers aren’t touched.',
    ar: 'ستتوقف طريقة الحصول على الرموز الحالية وستقوم بإعداد طريقة جديدة. لن تتأثر امتحاناتك ولا إجاباتك.',
  },
  'mfa.resetConfirm': { en: 'Reset', ar: 'إعادة الضبط' },
  'mfa.resetProof': {
    en: 'To be sure that it is you, we have sent a code to your e-mail address. Type it here.',
    ar: 'للتأكد من هويتك أرسلنا رمزًا إلى بريدك الإلكتروني. اكتبه هنا.',
  },
  'mfa.cancel': { en: 'Go back', ar: 'رجوع' },
} as const satisfies MessageSet
